import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import budget from './.ci/cpu/budget.json' with { type: 'json' };
import { CpuReporter } from './.ci/cpu/reporter.mjs';
import { WORKERS } from './.ci/workers.mjs';
import projects, { TIER } from './vitest.workspace.js';

const LIMIT_MS = 300_000;
const SHUFFLED = process.argv.includes('--sequence.shuffle.files');
const report = process.env.TEST_REPORT;

/** Project by project: a worker is kept as long as its project stays. Within one, vitest's own order: the longest first. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => a.project.name.localeCompare(b.project.name));
  }
}

export default defineConfig({
  // Workspace packages resolve to their TypeScript source, so that tests never run a stale build.
  resolve: { conditions: ['palaver-source'] },
  ssr: { resolve: { conditions: ['palaver-source'] } },
  test: {
    // Vitest 4 no longer reads vitest.workspace.ts by itself.
    projects,
    // The files of a worker share modules: to import them for each took a third of a run. Nothing in a file may change what a
    // process has only once.
    isolate: false,
    maxWorkers: WORKERS,
    // One Postgres for a run.
    globalSetup: './packages/db/src/testing/global-setup.ts',
    setupFiles: './.ci/cpu/measure-file.mjs',
    // vitest's own sequencer is what shuffles the files.
    sequence: SHUFFLED ? {} : { sequencer: ByProject },
    // Limits exist only against hanging: a machine may be busy with anything else.
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    // Less than the limit of a test, so that a failure says what was waited for.
    expect: { poll: { timeout: 240_000 } },
    reporters: [
      'default',
      new CpuReporter(TIER === 'short' ? budget.cpuSeconds : undefined),
      ...(report ? [['json', { outputFile: report }] as const] : []),
    ],
  },
});
