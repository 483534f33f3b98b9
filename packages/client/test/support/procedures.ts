import { appRouter, type Meta, type RestMeta } from '@palaver/core';

/** The names of the procedures whose REST meta fits, sorted: `messages.send`. */
export function procedureNames(fits: (rest: RestMeta) => boolean): string[] {
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>;
  return Object.entries(procedures)
    .filter(([, { _def }]) => _def.meta?.rest !== undefined && fits(_def.meta.rest))
    .map(([name]) => name)
    .sort();
}
