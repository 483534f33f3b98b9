import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));
const BOOTSTRAP = join(TOP, '.ci/bootstrap.mjs');

/** Runs the step before `npm start` in a Node that says that it has this version. */
function bootstrapAs(version: string): Promise<{ code: unknown; stderr: string }> {
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  const disguise = `Object.defineProperty(process, 'versions', { value: ${versions} })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, BOOTSTRAP];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }));
  });
}

test.each(['10.24.1', '18.20.8', '20.18.3'])(
  'Node %s is told that it is too old, before anything is installed',
  async (version) => {
    expect(await bootstrapAs(version)).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^Palaver needs Node 20\\.19\\.0 or newer, and .* is Node ${version}\\.\nInstall a current Node .*\n$`,
        ),
      ),
    });
  },
);

test('it names the version of package.json, and an old Node can parse it', async () => {
  const { engines } = JSON.parse(await readFile(join(TOP, 'package.json'), 'utf8'));
  const source = await readFile(BOOTSTRAP, 'utf8');
  expect(engines.node).toBe(`>=${source.match(/NEEDED = \[(.*)\]/)?.[1]?.replaceAll(', ', '.')}`);
  // Tried with Node 10, 12, 16 and 18; these came later, and a module's own syntax is an error in Node 10.
  expect(source).not.toMatch(/\?\.|\?\?|^import |^export |\bawait\b|#\w+/m);
});
