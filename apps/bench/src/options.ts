import { parseArgs } from 'node:util';
import { z } from 'zod';

const USAGE = `npm run bench -- [options]
  --only w1,w3       the workloads to run (all)
  --match TEXT       only cells whose name contains this
  --rounds N         alternating rounds for each cell (5)
  --seconds N        how long each target is measured in a round (5)
  --large FOLDER     where the databases of w16 stay (data/bench/large)
  --out FOLDER       where results.json and the plots go (data/bench/results)
  --write-docs       write the tables and plots into docs/performance.md and docs/lab/performance.md`;

const number = (min: number) => z.coerce.number().min(min);

const Options = z.object({
  only: z
    .string()
    .optional()
    .transform((text) => text?.split(',')),
  match: z.string().default(''),
  rounds: number(1).pipe(z.int()).default(5),
  seconds: number(0.1).default(5),
  large: z.string().optional(),
  out: z.string().optional(),
  'write-docs': z.boolean().default(false),
});
export type Options = z.output<typeof Options>;

/** Parses the command line. Throws for an unknown or invalid option, with the usage. */
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
    // npm removes the "--" before the options; pnpm passes it on.
    args: args[0] === '--' ? args.slice(1) : [...args],
    options: {
      only: text,
      match: text,
      rounds: text,
      seconds: text,
      large: text,
      out: text,
      'write-docs': { type: 'boolean' },
    },
  });
  return values;
}
