// Which files of the long tier a run of CI takes. Pure; run.mjs reads the repository for it.
import { createHash } from 'node:crypto';

/**
 * @typedef {object} LongFile
 * @property {string} path
 * @property {number} seconds what it took when it last passed
 * @property {number} commits how many commits there have been since; Infinity where that commit is unknown
 * @property {number} touched how directly they touch it: see `touches`
 */

/**
 * Files until `budgetSeconds` are filled: what the commits touch most directly, then what has waited longest. Files that have
 * waited equally long come in an order that changes with `head`, the commit that is tested, so that each has its turn.
 * @param {readonly LongFile[]} files
 */
export function choose(files, { budgetSeconds, head }) {
  const inOrder = files.toSorted(
    (a, b) =>
      b.touched - a.touched || b.commits - a.commits || turn(head, a.path).localeCompare(turn(head, b.path)),
  );
  const chosen = [];
  let left = budgetSeconds;
  for (const file of inOrder) {
    if (file.seconds > left) continue;
    chosen.push(file);
    left -= file.seconds;
  }
  return chosen;
}

/**
 * How directly changes touch a long file: 2 for itself and what it imports, 1 for a path with its name in it
 * (`workers.long.ts` and `src/workers/pool.ts`), else 0.
 * @param {{ path: string, imports: readonly string[] }} file
 * @param {readonly string[]} changed
 */
export function touches({ path, imports }, changed) {
  if (changed.some((one) => one === path || imports.includes(one))) return 2;
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\.long\.tsx?$/, '');
  return changed.some((one) => one.split('/').some((part) => part.replace(/\..*$/, '') === name)) ? 1 : 0;
}

/** The paths that a source names in relative imports, below the root of the repository. */
export function importsOf(path, source) {
  const folder = path.split('/').slice(0, -1);
  return [...source.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map(([, target]) => {
    const parts = [...folder];
    for (const part of target.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return parts.join('/').replace(/\.js$/, '.ts');
  });
}

/** The same for the same two texts, and otherwise as good as random. */
function turn(head, path) {
  return createHash('sha256').update(`${head} ${path}`).digest('hex');
}
