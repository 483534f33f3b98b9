import type { Environment } from '../harness/environment.js';
import type { Results, WorkloadResult } from '../harness/results.js';
import { canPlot } from './plot.js';
import { cellTable, goalTable } from './table.js';

/** The text of a workload in `docs/performance.md`; the plot's path is relative to the document. */
export function section(workload: WorkloadResult, results: Results, plotPath: string): string {
  const { title, cells, goals, notes } = workload;
  const { rounds, seconds, environment } = results;
  return [
    `### ${title}`,
    ...(canPlot(cells) ? [`![${title}](${plotPath})`] : []),
    ...(goals.length === 0 ? [] : [goalTable(goals)]),
    `<details><summary>All figures: medians of ${rounds} rounds of ${seconds} s, smallest and largest</summary>`,
    cellTable(cells),
    '</details>',
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    `${environmentText(environment)} Again: \`npm run bench -- --only ${workload.name}\`.`,
  ].join('\n\n');
}

/**
 * Puts a section between its markers in a document, or at its end if they are not there. Other sections stay as they
 * are, so that one workload can be measured again without the others.
 */
export function putSection(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const block = `${begin}\n\n${content}\n\n${end}`;
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${block}\n`;
  if (from === -1 || to < from) throw new Error(`The markers of ${name} in the document are not a pair.`);
  return document.slice(0, from) + block + document.slice(to + end.length);
}

export function environmentText({ date, cores, cpu, memoryGb, kernel, versions }: Environment): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Measured on ${date} with ${list.join(', ')}, Linux ${kernel}, ${cores} cores (${cpu}), ${memoryGb} GB.`;
}
