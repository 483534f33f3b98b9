import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import budget from './.ci/cpu/budget.json' with { type: 'json' };
import { CpuReporter } from './.ci/cpu/reporter.mjs';
import { WORKERS } from './.ci/workers.mjs';
import projects, { TIER } from './vitest.workspace.js';

/** Project by project, as a worker is kept as long as its project stays. Within one, vitest's own order: the longest first. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project }: TestSpecification) =>
      projects.findIndex(({ test }) => test?.name === project.name);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const SHUFFLED = process.argv.includes('--sequence.shuffle.files');
const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    // Vitest 4 no longer reads vitest.workspace.ts by itself.
    projects,
    maxWorkers: WORKERS,
    // One Postgres for all projects of a run.
    globalSetup: './packages/db/src/testing/global-setup.ts',
    // vitest's own sequencer is what shuffles the files.
    sequence: SHUFFLED ? {} : { sequencer: ByProject },
    reporters: [
      'default',
      new CpuReporter(TIER === 'short' ? budget.cpuSeconds : undefined),
      ...(report ? [['json', { outputFile: report }] as const] : []),
    ],
  },
});
