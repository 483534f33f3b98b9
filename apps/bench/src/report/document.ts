import type { Environment } from '../harness/environment.js';
import type { Results, WorkloadResult } from '../harness/results.js';
import { canPlot } from './plot.js';
import { cellTable, goalTable } from './table.js';

/** The section of a workload in `docs/lab/performance.md`. The path of the plot is relative to the document. */
export function section(workload: WorkloadResult, results: Results, plotPath: string): string {
  const { title, cells, goals, notes } = workload;
  const { rounds, seconds, environment } = results;
  return [
    `### ${title}`,
    ...(canPlot(cells) ? [`![${title}](${plotPath})`] : []),
    ...(goals.length === 0 ? [] : [goalTable(goals)]),
    `<details><summary>All figures: medians over ${rounds} rounds of ${seconds} s (smallest–largest)</summary>`,
    cellTable(cells),
    '</details>',
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    `${environmentText(environment)} To repeat: \`npm run bench -- --only ${workload.name}\`.`,
  ].join('\n\n');
}

/**
 * Replaces the text between the markers of a section, or adds the section at the end of the document. Other sections stay
 * as they are, so that one workload can be measured without the others. Throws when one marker is missing.
 */
export function putSection(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const block = `${begin}\n\n${content}\n\n${end}`;
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${block}\n`;
  if (from === -1 || to < from) throw new Error(`The markers of ${name} in the document are not a pair.`);
  return document.slice(0, from) + block + document.slice(to + end.length);
}

/** The machine, the date and the versions as a sentence. */
function environmentText({ date, cores, cpu, memoryGb, kernel, versions }: Environment): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Measured on ${date} with ${list.join(', ')}, Linux ${kernel}, ${cores} cores (${cpu}), ${memoryGb} GB.`;
}
