import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as state from '../src/state/index.js';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** What a page loads that keeps its own state. The resources beside the reducers are for the store: a bundler leaves them out. */
const ENTRY = `
export * from './packages/client/src/index.ts';
export { ${Object.keys(state).filter(isOfOwnState).join(', ')} } from './packages/client/src/state/index.ts';
`;

function isOfOwnState(name: string): boolean {
  return /^(?:reduce|apply|compare|parse)/.test(name);
}

/** What a page loads that has the store as well. */
const WITH_STORE = `
export * from './packages/client/src/index.ts';
export * as store from './packages/client/src/store/index.ts';
`;

interface Bundle {
  readonly code: Uint8Array;
  readonly packages: readonly string[];
}

/** tRPC's packages do not say that their modules can be left out. A page that uses the store tells its bundler so. */
const trpcWithoutSideEffects: Plugin = {
  name: 'trpc-without-side-effects',
  setup: (builder) => {
    builder.onResolve({ filter: /./ }, async ({ path, pluginData, kind, importer, resolveDir }) => {
      if (pluginData === 'resolving' || kind === 'entry-point') return undefined;
      const found = await builder.resolve(path, { kind, importer, resolveDir, pluginData: 'resolving' });
      return found.path.includes('@trpc') ? { ...found, sideEffects: false } : found;
    });
  },
};

/** What a page would download. */
async function bundle(contents: string, plugins: Plugin[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: top,
    stdin: { contents, resolveDir: top },
    plugins,
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
  built = await bundle(ENTRY);
});

test('the bundle of a frontend contains the client and tRPC, and no code of the server', () => {
  expect(built.packages).toEqual(['@trpc/client', '@trpc/server', 'client']);
});

test('it is small', () => {
  const [minified, gzipped] = [built.code.length, gzipSync(built.code).length];
  process.stdout.write(`@palaver/client for browsers: ${minified} bytes minified, ${gzipped} gzipped\n`);
  expect(gzipped).toBeGreaterThan(0);
  expect(gzipped).toBeLessThan(18_600);
});

test('with the store it is still small, and has one library more', async () => {
  const { code, packages } = await bundle(WITH_STORE, [trpcWithoutSideEffects]);
  const gzipped = gzipSync(code).length;
  process.stdout.write(`with the store: ${code.length} bytes minified, ${gzipped} gzipped\n`);
  expect(packages).toEqual(['@trpc/client', '@trpc/server', 'client', 'idb-keyval']);
  expect(gzipped).toBeLessThan(29_100);
});

test('a page that only asks for codes of errors loads less than 1 kB, and no library', async () => {
  const { code, packages } = await bundle("export { isPalaverError } from './packages/client/src/index.ts';");
  expect(packages).toEqual(['client']);
  expect(code.length).toBeLessThan(1_000);
});
