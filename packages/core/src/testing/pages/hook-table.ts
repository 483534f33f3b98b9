import { readFileSync } from 'node:fs';
import { cell, isRecord } from './record-tables.js';

const FILES = ['hooks.ts', 'personal.ts', 'use-state-of.ts', 'provider.tsx'];
/** Where the types are that hooks return. */
const OF_STORE = [
  'store/live-streams.ts',
  'store/outgoing-message.ts',
  'store/selectors.ts',
  'state/resource.ts',
];
const HOOK =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export function (use\w+)(?:<\w+>)?\(([^)]*)\): ([^\n]+?) \{\n/g;
const DECLARATION = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface|type) (\w+)[\s\S]*?\n(?=\n|$)/g;

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const ofReact = (file: string) => read(`react/src/${file}`);

interface Hook {
  readonly name: string;
  readonly parameters: string;
  readonly text: string;
  /** Its type. */
  readonly returns: string;
}

/** The hooks that `@palaver/react` exports. Throws for one without a docstring. */
function hooks(): Hook[] {
  const exported = ofReact('index.ts');
  return FILES.flatMap((file) =>
    [...ofReact(file).matchAll(HOOK)].flatMap(([, comment, name = '', parameters = '', returns = '']) => {
      if (!new RegExp(`\\b${name}\\b`).test(exported)) return [];
      if (comment === undefined) throw new Error(`${name} has no docstring`);
      return [{ name, parameters, returns, text: comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim() }];
    }),
  );
}

/** The hooks, each with its parameters, its docstring and its type. */
export function hookTable(): string {
  const rows = hooks().map(
    ({ name, parameters, text, returns }) =>
      `| \`${name}(${namesOf(parameters)})\` | ${cell(text)} | ${cell(linked(returns))} |`,
  );
  return ['| hook | gives | type |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The declarations of the types of hooks, and of those that they name, in the order of the table. */
export function hookTypes(): string {
  const declared = declarations();
  const shown = new Set<string>();
  const visit = (text: string) => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const declaration = declared.get(name);
      if (declaration === undefined || shown.has(declaration)) continue;
      shown.add(declaration);
      visit(declaration);
    }
  };
  for (const { returns } of hooks()) visit(returns);
  return `\`\`\`ts\n${[...shown].map((text) => text.replaceAll(/^export /gm, '').trim()).join('\n\n')}\n\`\`\``;
}

/** By name. Those of resources are made by functions, and nobody writes them. */
function declarations(): Map<string, string> {
  const texts = [...FILES.map(ofReact), ...OF_STORE.map((file) => read(`client/src/${file}`))];
  return new Map(
    texts
      .flatMap((text) => [...text.matchAll(DECLARATION)])
      .map(([declaration, name = '']): [string, string] => [name, declaration])
      .filter(([name]) => !/Resource$|Props$|Reducer$/.test(name)),
  );
}

/** Names of records lead to their fields. */
function linked(type: string): string {
  return type
    .split(/\b([A-Z]\w+)\b/)
    .map((part) => (isRecord(part) ? `[${part}](records.md#${part.toLowerCase()})` : part))
    .join('')
    .replaceAll('<', '\\<');
}

/** `threadId?` for a parameter that may be left out. */
function namesOf(parameters: string): string {
  return parameters
    .split(/,\s*(?=\w+\??:)/)
    .map((parameter) => {
      const [name = ''] = parameter.trim().split(/[:\s]/);
      return parameter.includes(' = ') ? `${name}?` : name;
    })
    .join(', ');
}
