import { defineProject } from 'vitest/config';

/** Workspace packages resolve to their TypeScript source, so that tests never run a stale build. */
const source = {
  resolve: { conditions: ['palaver-source'] },
  ssr: { resolve: { conditions: ['palaver-source'] } },
};

function project(name: string, root: string) {
  return defineProject({
    ...source,
    root,
    test: {
      name,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  });
}

export default [
  project('db', 'packages/db'),
  project('core', 'packages/core'),
  project('client', 'packages/client'),
  project('server', 'apps/server'),
];
