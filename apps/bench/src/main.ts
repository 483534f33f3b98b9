import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorkloads } from './harness/run.js';
import { type Options, readOptions, USAGE } from './options.js';
import { cellTable } from './report/table.js';
import { workloads } from './workloads/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DATA = join(ROOT, 'data', 'bench');

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const results = await runWorkloads(chosen(options), options, DATA, {
    say,
    onCell: (cell) => say(cellTable([cell])),
  });
  for (const note of results.notes) say(note);
  const out = options.out ?? join(DATA, 'results');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  say(`Results are in ${out}.`);
}

function chosen({ only }: Options) {
  const unknown = (only ?? []).filter((name) => workloads.every((workload) => workload.name !== name));
  if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.`);
  return only === undefined ? workloads : workloads.filter(({ name }) => only.includes(name));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
});
