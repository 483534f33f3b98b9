import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

const top = fileURLToPath(new URL('../../..', import.meta.url));

const ENTRY = `
export * from './packages/client/src/index.ts';
export * as state from './packages/client/src/state/index.ts';
`;

interface Bundle {
  readonly code: Uint8Array;
  readonly packages: readonly string[];
}

/** All of the client, with the reducers, as a page would download it. */
async function bundle(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: top,
    stdin: { contents: ENTRY, resolveDir: top },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    conditions: ['palaver-source'],
    metafile: true,
    write: false,
  });
  const [file] = outputFiles;
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const packages = used
    .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path !== '<stdin>')
    .map(([path]) => packageOf(path));
  return { code: file?.contents ?? new Uint8Array(), packages: [...new Set(packages)].sort() };
}

/**
 * The package of a bundled file: `@scope/name` for `node_modules/.pnpm/x/node_modules/@scope/name/file.js`, `core` for
 * `packages/core/src/x.ts`.
 */
function packageOf(path: string): string {
  const inside = path.split('node_modules/').at(-1) ?? path;
  return inside
    .replace(/^packages\//, '')
    .split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('/');
}

let built: Bundle;
beforeAll(async () => {
  built = await bundle();
});

test('the bundle of a frontend contains the client and tRPC, and no code of the server', () => {
  expect(built.packages).toEqual(['@trpc/client', '@trpc/server', 'client']);
});

test('it is small', () => {
  const [minified, gzipped] = [built.code.length, gzipSync(built.code).length];
  process.stdout.write(`@palaver/client for browsers: ${minified} bytes minified, ${gzipped} gzipped\n`);
  expect(gzipped).toBeGreaterThan(0);
  expect(gzipped).toBeLessThan(17_000);
});
