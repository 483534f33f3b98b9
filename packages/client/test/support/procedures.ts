import { appRouter, type Meta, type RestMeta } from '@palaver/core';
import type { ErrorCode } from '@palaver/core/protocol';

interface Procedure {
  readonly _def: {
    readonly type: 'query' | 'mutation' | 'subscription';
    readonly meta?: Meta;
    readonly output?: { parse(answer: unknown): unknown };
  };
}

// `procedures` is the router's flat index by dotted name; its type is that of the nested record.
const byName = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** Every procedure, sorted by name: `messages.send`. */
export function procedures(): Array<{ name: string; type: Procedure['_def']['type'] }> {
  return Object.entries(byName)
    .map(([name, { _def }]) => ({ name, type: _def.type }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of the procedures whose REST meta fits, sorted: `messages.send`. */
export function procedureNames(fits: (rest: RestMeta) => boolean): string[] {
  return Object.entries(byName)
    .filter(([, { _def }]) => _def.meta?.rest !== undefined && fits(_def.meta.rest))
    .map(([name]) => name)
    .sort();
}

/** The codes that a procedure documents beside those of all of its kind. */
export function errorsOf(name: string): readonly ErrorCode[] {
  return byName[name]?._def.meta?.rest?.errors ?? [];
}

/** An answer as the service would send it today. Throws for one that the procedure's output schema refuses. */
export function parseAnswer(name: string, answer: unknown): unknown {
  const output = byName[name]?._def.output;
  if (!output) throw new Error(`${name} has no output schema`);
  return output.parse(answer);
}
