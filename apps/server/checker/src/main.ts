/**
 * The command line of the history checker: one run against real processes, and its verdict as the exit code. What is
 * recorded, what is verified and which negative controls exist: see ../README.md.
 */
import { type RunOptions, readOptions, USAGE } from './options.js';
import { type RunResult, run } from './run.js';
import { describeViolations } from './verify/violation.js';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const { seconds, seed, nodes, redis, negativeControl, losesCommits } = options;
  const negative = negativeControl ? ` --negative ${negativeControl.name}` : '';
  const commits = losesCommits ? ' --lose-commits' : '';
  const bus = redis ? ' --redis' : '';
  print(`checker: --seconds ${seconds} --seed ${seed} --nodes ${nodes}${bus}${commits}${negative}`);
  const startedAt = performance.now();
  const result = await run(options);
  report(result);
  print(`${Math.round((performance.now() - startedAt) / 1_000)} s`);
  return verdict(options, result);
}

function report({ tally, violations, folder }: RunResult): void {
  for (const { property } of violations) tally.add('violations', property);
  if (violations.length === 0) tally.add('violations', 'none', 0);
  print(String(tally));
  if (violations.length > 0) print(describeViolations(violations));
  if (folder) print(`data and log kept in ${folder}`);
}

/** Prints the verdict and returns the exit code. A negative control passes if a violation was found. */
function verdict({ negativeControl }: RunOptions, { violations }: RunResult): number {
  const found = violations.length > 0;
  if (negativeControl === null) print(found ? 'FAILED' : 'passed');
  else print(found ? 'passed: the defect was detected' : 'FAILED: the defect was not detected');
  return found === (negativeControl !== null) ? 0 : 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// The `exit` event stops the service; a signal alone would not cause it.
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
