import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorkloads } from './harness/run-workloads.js';
import { type Options, readOptions } from './options.js';
import { cellTable, goalTable } from './report/table.js';
import { writeDocs, writeResults } from './report/write.js';
import { workloads } from './workloads/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DATA = join(ROOT, 'data', 'bench');

async function main(): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('The benchmark reads CPU times from /proc and runs on Linux only.');
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const options = readOptions(process.argv.slice(2));
  const results = await runWorkloads(
    selected(options),
    { ...options, large: options.large ?? join(DATA, 'large') },
    DATA,
    {
      signal: interrupted.signal,
      onWorkload: ({ title }) => print(title),
      onCell: (cell) => print(cellTable([cell])),
    },
  );
  for (const { title, goals, notes } of results.workloads) {
    print(`\n${title}`);
    if (goals.length > 0) print(goalTable(goals));
    for (const note of notes) print(note);
  }
  const out = options.out ?? join(DATA, 'results');
  await writeResults(out, results);
  if (options['write-docs']) await writeDocs(join(ROOT, 'docs'), results);
  print(`Results are in ${out}.`);
  const failures = results.workloads.filter(({ failure }) => failure !== null);
  if (failures.length > 0)
    throw new Error(failures.map(({ title, failure }) => `${title} failed: ${failure}`).join('\n'));
}

function selected({ only }: Options) {
  const unknown = (only ?? []).filter((name) => workloads.every((workload) => workload.name !== name));
  if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.`);
  return only === undefined
    ? workloads.filter(({ isByNameOnly }) => !isByNameOnly)
    : workloads.filter(({ name }) => only.includes(name));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  // An interrupted workload may have left timers or sockets that would keep the process alive.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
