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

interface Choices {
  readonly folders?: string[];
  /** Whether the files of a worker share modules. Then nothing in a file may change what the process has only once. */
  readonly isolate?: boolean;
}

const LIMIT_MS = 300_000;

function project(name: string, root: string, { folders = ['src', 'test'], isolate = true }: Choices = {}) {
  return defineProject({
    ...source,
    root,
    test: {
      name,
      include: folders.flatMap((folder) => SUFFIXES.map((suffix) => `${folder}/**/*.${suffix}.{ts,tsx}`)),
      isolate,
      setupFiles: [fileURLToPath(new URL('.ci/cpu/measure-file.mjs', import.meta.url))],
      // Limits exist only against hanging: a machine may be busy with anything else.
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      // Less than the limit of a test, so that a failure says what was waited for.
      expect: { poll: { timeout: 240_000 } },
    },
  });
}

export default [
  project('db', 'packages/db'),
  project('markup', 'packages/markup'),
  // Core and server have 250 files, whose imports took a third of their time.
  project('core', 'packages/core', { isolate: false }),
  project('backup', 'packages/backup'),
  project('client', 'packages/client', { isolate: false }),
  project('react', 'packages/react', { folders: ['test'] }),
  project('elements', 'packages/elements', { isolate: false }),
  project('server', 'apps/server', { isolate: false }),
  project('web', 'apps/web', { isolate: false }),
  project('bench', 'apps/bench'),
  project('deploy', 'deploy'),
  project('checker', 'apps/server/checker'),
  project('ci', '.ci', { folders: ['long-tier'] }),
];
