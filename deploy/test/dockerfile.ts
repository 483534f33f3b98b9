import { readFileSync } from 'node:fs';

/** One line of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A stage of a Dockerfile: what stands between one FROM and the next. */
export interface Stage {
  /** Its name after AS, or null. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** Reads a Dockerfile without continued lines, which ours does not have. */
export function readDockerfile(path: string): Stage[] {
  const stages: { name: string | null; instructions: Instruction[] }[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.endsWith('\\')) throw new Error(`A continued line is not supported: ${line}`);
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`This is no instruction: ${line}`);
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? null, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** The JSON list of a CMD or HEALTHCHECK, such as `["node", "main.js"]`. */
export function commandOf(stage: Stage | undefined, name: 'CMD' | 'HEALTHCHECK'): string[] {
  const { text = '' } = stage?.instructions.find((instruction) => instruction.name === name) ?? {};
  const list: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(list)) throw new Error(`${name} is no list: ${text}`);
  return list.map(String);
}

/** The variables of a stage's ENV. */
export function variablesOf(stage: Stage | undefined): Record<string, string> {
  const lines = stage?.instructions.filter(({ name }) => name === 'ENV') ?? [];
  return Object.fromEntries(
    lines.flatMap(({ text }) => text.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
  );
}
