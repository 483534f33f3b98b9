import { defineProject } from 'vitest/config';

/** Workspace packages resolve to their TypeScript source, so that tests never run a stale build. */
const source = {
  resolve: { conditions: ['palaver-source'] },
  ssr: { resolve: { conditions: ['palaver-source'] } },
};

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts'];

function project(name: string, root: string, include = TESTS) {
  return defineProject({
    ...source,
    root,
    test: {
      name,
      include,
      // Two cores that other programs use too.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  });
}

export default [
  project('db', 'packages/db'),
  project('core', 'packages/core'),
  project('backup', 'packages/backup'),
  project('client', 'packages/client'),
  project('server', 'apps/server'),
  project('bench', 'apps/bench'),
  project('deploy', 'deploy'),
  // Minutes, not seconds: real processes are killed while histories are recorded and judged.
  project('slow', 'apps/server/checker', ['src/**/*.slow.ts', ...TESTS]),
];
