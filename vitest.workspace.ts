import { defineProject } from 'vitest/config';

/** Workspace packages resolve to their TypeScript source, so that tests never run a stale build. */
const source = {
  resolve: { conditions: ['palaver-source'] },
  ssr: { resolve: { conditions: ['palaver-source'] } },
};

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts'];

interface Choices {
  readonly include?: string[];
  /** Whether the files of a worker share modules. Then nothing in a file may change what the process has only once. */
  readonly isolate?: boolean;
}

function project(name: string, root: string, { include = TESTS, isolate = true }: Choices = {}) {
  return defineProject({
    ...source,
    root,
    test: {
      name,
      include,
      isolate,
      // Two cores that other programs use too.
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // `expect.poll` waits for a second by default.
      expect: { poll: { timeout: 30_000 } },
    },
  });
}

export default [
  project('db', 'packages/db'),
  // Core and server have 250 files, whose imports took a third of their time.
  project('core', 'packages/core', { isolate: false }),
  project('backup', 'packages/backup'),
  project('client', 'packages/client'),
  project('react', 'packages/react', { include: ['test/**/*.test.tsx'] }),
  project('server', 'apps/server', { isolate: false }),
  project('bench', 'apps/bench'),
  project('deploy', 'deploy'),
  // Minutes, not seconds: real processes are killed while histories are recorded and judged.
  project('slow', 'apps/server/checker', { include: ['src/**/*.slow.ts', ...TESTS] }),
];
