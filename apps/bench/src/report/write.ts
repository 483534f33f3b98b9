import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../harness/results.js';
import { putSection, section } from './document.js';
import { putHeadlines } from './headlines.js';
import { canPlot, plot } from './plot.js';

/** Writes `results.json` and a plot for each workload. */
export async function writeResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writePlots(folder, results);
}

/**
 * Replaces the sections of the workloads in `lab/performance.md`, their plots in `lab/performance/` and the rows of the table
 * in `performance.md`, all below `docs`. What is of a workload that failed stays as it is.
 */
export async function writeDocs(docs: string, results: Results): Promise<void> {
  const page = join(docs, 'performance.md');
  await writeFile(page, putHeadlines(await readFile(page, 'utf8'), results));
  const folder = join(docs, 'lab');
  const path = join(folder, 'performance.md');
  const workloads = results.workloads.filter(({ failure }) => failure === null);
  let document = await readFile(path, 'utf8');
  for (const workload of workloads) {
    const text = section(workload, results, `performance/${workload.name}.svg`);
    document = putSection(document, workload.name, text);
  }
  await writeFile(path, document);
  await mkdir(join(folder, 'performance'), { recursive: true });
  await writePlots(join(folder, 'performance'), { workloads });
}

async function writePlots(folder: string, { workloads }: Pick<Results, 'workloads'>): Promise<void> {
  for (const { name, title, cells } of workloads) {
    if (!canPlot(cells)) continue;
    const caption = `${title}; times as good as ${cells[0]?.reference ?? 'the reference'}`;
    await writeFile(join(folder, `${name}.svg`), plot(caption, cells));
  }
}
