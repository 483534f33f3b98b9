import { appRouter, type Meta, type RestMeta } from '@palaver/core';

interface Procedure {
  readonly _def: { readonly meta?: Meta; readonly output?: { parse(answer: unknown): unknown } };
}

// `procedures` is the router's flat index by dotted name; its type is that of the nested record.
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** The names of the procedures whose REST meta fits, sorted: `messages.send`. */
export function procedureNames(fits: (rest: RestMeta) => boolean): string[] {
  return Object.entries(procedures)
    .filter(([, { _def }]) => _def.meta?.rest !== undefined && fits(_def.meta.rest))
    .map(([name]) => name)
    .sort();
}

/** An answer as the service would send it today. Throws for one that the procedure's output schema refuses. */
export function parseAnswer(name: string, answer: unknown): unknown {
  const output = procedures[name]?._def.output;
  if (!output) throw new Error(`${name} has no output schema`);
  return output.parse(answer);
}
