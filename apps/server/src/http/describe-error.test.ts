import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { describeError } from './describe-error.js';

test.each(['CONNECTION_CLOSED', 'ECONNREFUSED', '57P01'])(
  'an error of a database that is away (%s) has no stack',
  (code) => {
    const error = Object.assign(new Error('write'), { code });
    expect(describeError(error)).toEqual({ type: 'Error', code, message: 'write' });
    expect(describeError(new Error('Failed', { cause: error }))).not.toHaveProperty('frames');
  },
);

test('any other error has the places in code', () => {
  const frames = describeError(new TypeError('x is not a function')).frames;
  expect(frames?.[0]).toMatch(/^at .*describe-error\.test\.ts/);
});

test('of an error in a bundle it has the places in the sources', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-bundle-'));
  const outfile = join(folder, 'bundle.js');
  await build({
    stdin: {
      contents: `const reason: string = 'no';

export function fail() {
  throw new Error(reason);
}`,
      loader: 'ts',
      sourcefile: 'source.ts',
      resolveDir: folder,
    },
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    sourcemap: 'linked',
    outfile,
  });
  // By Node itself, as the service is.
  const run = `import(${JSON.stringify(outfile)}).then(({ fail }) => fail()).catch(({ stack }) => console.log(stack))`;
  const stack = execFileSync(process.execPath, ['--eval', run], { encoding: 'utf8' });
  const { frames } = describeError(Object.assign(new Error('no'), { stack }));
  expect(frames?.[0]).toBe(`at fail (${join(folder, 'source.ts')}:4:9)`);
  await rm(folder, { recursive: true });
});
