import type { TestProjectInlineConfiguration } from 'vitest/config';

/**
 * Two tiers. `npm test` runs `*.test.ts`; `npm run test:long` runs `*.long.ts`, which cost most: kills, real processes,
 * browsers, whole products. A path on the command line finds files of both.
 */
export const TIER = process.env.TEST_TIER;
const SUFFIXES = TIER === 'short' ? 'test' : TIER === 'long' ? 'long' : '{test,long}';

const filesIn = (folder: string) => `${folder}/**/*.${SUFFIXES}.{ts,tsx}`;
/** These give their process a page of their own, which the others take for a browser. */
const WITH_PAGE = { web: filesIn('{apps/web,packages/elements}'), react: filesIn('packages/react') };

const project = (
  name: string,
  include: string,
  exclude: readonly string[],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [include], exclude: ['**/node_modules/**', ...exclude] },
});

/** The files of a project share the modules of a worker. */
export default [
  project('node', filesIn('{apps,packages,deploy,.ci}'), Object.values(WITH_PAGE)),
  ...Object.entries(WITH_PAGE).map(([name, files]) => project(name, files, [])),
];
