import { parseArgs } from 'node:util';
import { z } from 'zod';

const USAGE = `npm run bench -- [options]
  --only w1,w3       the workloads to run (all)
  --match TEXT       only cells whose name contains this
  --rounds N         alternating rounds for each cell (5)
  --seconds N        how long each contestant works in a round (5)
  --out FOLDER       where results.json and the plots go (data/bench/results)
  --write-docs       put table and plots into docs/performance.md`;

const number = (smallest: number) => z.coerce.number().min(smallest);

const Options = z.object({
  only: z
    .string()
    .optional()
    .transform((text) => text?.split(',')),
  match: z.string().default(''),
  rounds: number(1).pipe(z.int()).default(5),
  seconds: number(0.1).default(5),
  out: z.string().optional(),
  'write-docs': z.boolean().default(false),
});
export type Options = z.output<typeof Options>;

/** Reads the command line. Throws for what it does not know, saying what there is. */
export function readOptions(args: readonly string[]): Options {
  try {
    return Options.parse(parse(args));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${reason}\n\n${USAGE}`, { cause: error });
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    // pnpm hands on the "--" that npm takes for itself.
    args: args[0] === '--' ? args.slice(1) : [...args],
    options: {
      only: text,
      match: text,
      rounds: text,
      seconds: text,
      out: text,
      'write-docs': { type: 'boolean' },
    },
  });
  return values;
}
