import { type RunOptions, readOptions, USAGE } from './options.js';
import { type RunResult, run } from './run.js';

const SHOWN = 40;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const { seconds, seed, negative } = options;
  print(`checker: --seconds ${seconds} --seed ${seed}${negative ? ` --negative ${negative}` : ''}`);
  const began = performance.now();
  const result = await run(options);
  report(result);
  print(`${Math.round((performance.now() - began) / 1_000)} s`);
  return verdict(options, result);
}

function report({ tally, violations, folder }: RunResult): void {
  for (const { rule } of violations) tally.add('violations', rule);
  if (violations.length === 0) tally.add('violations', 'none', 0);
  print(String(tally));
  for (const { rule, detail } of violations.slice(0, SHOWN)) print(`${rule}: ${detail.slice(0, 1_000)}`);
  if (violations.length > SHOWN) print(`… and ${violations.length - SHOWN} more`);
  if (folder) print(`kept: ${folder}`);
}

/** A run with something broken on purpose is good when that was found. */
function verdict({ negative }: RunOptions, { violations }: RunResult): number {
  const found = violations.length > 0;
  if (negative === null) print(found ? 'FAILED' : 'passed');
  else print(found ? 'passed: the checker noticed' : 'FAILED: the checker noticed nothing');
  return found === (negative !== null) ? 0 : 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// By way of an exit, so that the service is told to end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n${USAGE}\n`);
    process.exitCode = 1;
  },
);
