import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';

/** Workspace packages resolve to their TypeScript source, so that tests never run a stale build. */
const source = {
  resolve: { conditions: ['palaver-source'] },
  ssr: { resolve: { conditions: ['palaver-source'] } },
};

/**
 * Two tiers. `npm test` runs `*.test.ts`; `npm run test:long` runs `*.long.ts`, which cost most: kills, real processes,
 * browsers, whole products. A path on the command line finds files of both.
 */
export const TIER = process.env.TEST_TIER;
const SUFFIXES = TIER === 'short' ? ['test'] : TIER === 'long' ? ['long'] : ['test', 'long'];

const LIMIT_MS = 300_000;

function project(name: string, root: string, folders = ['src', 'test']) {
  return defineProject({
    ...source,
    root,
    test: {
      name,
      include: folders.flatMap((folder) => SUFFIXES.map((suffix) => `${folder}/**/*.${suffix}.{ts,tsx}`)),
      // The files of a worker share modules: to import them for each took a third of the time. Nothing in a file may change what a
      // process has only once.
      isolate: false,
      setupFiles: [fileURLToPath(new URL('.ci/cpu/measure-file.mjs', import.meta.url))],
      // Limits exist only against hanging: a machine may be busy with anything else.
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      // Less than the limit of a test, so that a failure says what was waited for.
      expect: { poll: { timeout: 240_000 } },
    },
  });
}

/** A worker ends with its project: what a test has left behind would cost all that come after it. */
export default [
  project('db', 'packages/db'),
  project('markup', 'packages/markup'),
  project('core', 'packages/core'),
  project('backup', 'packages/backup'),
  project('client', 'packages/client'),
  project('react', 'packages/react', ['test']),
  project('elements', 'packages/elements'),
  project('server', 'apps/server'),
  project('web', 'apps/web'),
  project('bench', 'apps/bench'),
  project('deploy', 'deploy'),
  project('checker', 'apps/server/checker'),
  project('ci', '.ci', ['long-tier']),
];
