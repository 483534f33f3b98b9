// A setup file of every vitest project: what a test file costs, in CPU seconds, goes to the reporter in the file's `meta`.
import { subscribe } from 'node:diagnostics_channel';
import { afterAll } from 'vitest';
import { cpuOfThisProcess, kindOf, livingDescendants } from './process-tree.mjs';

// The files of a worker that is not isolated share it, so one observer serves them all.
const OBSERVER = Symbol.for('palaver.cpu-observer');
globalThis[OBSERVER] ??= observeChildren();
const observer = globalThis[OBSERVER];

const before = observer.take();

// Hooks run in reverse order of their registration, so this one is the last of the file.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the first parameter as a list of fixtures.
afterAll(({}, file) => {
  const after = observer.take();
  file.meta.cpu = {
    own: after.own - before.own,
    children: Object.fromEntries(
      Object.entries(after.children)
        .map(([kind, seconds]) => [kind, seconds - (before.children[kind] ?? 0)])
        .filter(([, seconds]) => seconds > 0),
    ),
  };
});

/**
 * Adds up the CPU of children by kind. The kernel tells a process only the sum of its ended children; what it has grown by
 * when a child ends was that child's, or that of one which was run synchronously since.
 */
function observeChildren() {
  const ended = {};
  let seen = cpuOfThisProcess().children;
  const attribute = (kind) => {
    const { children } = cpuOfThisProcess();
    ended[kind] = (ended[kind] ?? 0) + children - seen;
    seen = children;
  };
  subscribe('child_process', ({ process: child }) => {
    child.once('exit', () => attribute(kindOf(child.spawnargs)));
  });
  return {
    take() {
      attribute('run synchronously');
      const children = { ...ended };
      for (const { command, seconds } of livingDescendants()) {
        const kind = kindOf(command);
        children[kind] = (children[kind] ?? 0) + seconds;
      }
      return { own: cpuOfThisProcess().own, children };
    },
  };
}
