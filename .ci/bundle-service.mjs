// Bundles the service and the CLI to `apps/server/dist`, when a source of them has changed since the last time. Node opens
// about 1,900 files less at each start (docs/decisions.md, The code). What apps/server/package.json lists as dependencies
// has binaries or files of its own, so it stays outside of the bundle and is installed in a release.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { licences } from './licences.mjs';
import { withLock } from './lock.mjs';
import { filesIn, read, root, stateOf, writeStamp } from './sources.mjs';

const SERVER = join(root, 'apps/server');
const DIST = join(SERVER, 'dist');
const STAMP = join(SERVER, '.built');
const DOCUMENTS = 'apps/server/dist/documents.json';
const LICENCES = 'apps/server/dist/THIRD-PARTY-LICENCES.txt';
const COMPILE_CACHE = join(root, 'node_modules/.palaver-compile-cache');
/** By the names of the files that they become. */
const ENTRIES = {
  main: 'apps/server/src/main.ts',
  palaver: 'apps/server/src/cli/main.ts',
  'embedded-postgres': 'apps/server/src/embedded-postgres.ts',
  'write-texts': 'apps/server/src/write-texts.ts',
};
/** What decides the bundle beside its sources. */
const SETTINGS = ['.ci/bundle-service.mjs', '.ci/licences.mjs', 'pnpm-lock.yaml', 'tsconfig.json'];

if (!isCurrent(lastBuild())) await withLock(join(root, 'node_modules/.palaver-bundle'), bundle);

async function bundle() {
  const last = lastBuild();
  // Another process may have built it meanwhile.
  if (isCurrent(last)) return;
  rmSync(STAMP, { force: true });
  const { build } = createRequire(join(SERVER, 'package.json'))('esbuild');
  const { metafile } = await build(options());
  refuseCommonJs(metafile);
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
  const packages = new Set(sources.map((path) => join(...path.split('/').slice(0, 2), 'package.json')));
  const inputs = [...SETTINGS, ...packages, ...sources];
  writeFileSync(join(root, LICENCES), licences(Object.keys(metafile.inputs)));
  execFileSync(process.execPath, [join(DIST, 'write-texts.js')]);
  const outputs = [DOCUMENTS, LICENCES, ...Object.keys(metafile.outputs)];
  // The files of the build before stay: a service that runs may still have to load some of them.
  removeAllBut([...outputs, ...(last?.outputs ?? [])]);
  rmSync(COMPILE_CACHE, { recursive: true, force: true });
  writeStamp(STAMP, JSON.stringify({ state: stateOf(inputs), inputs, outputs }));
}

function options() {
  return {
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: DIST,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['palaver-source'],
    external: installed(),
    // Packages in CommonJS require modules of Node, which an ES module cannot.
    banner: {
      js: "import { createRequire as createNodeRequire } from 'node:module'; const require = createNodeRequire(import.meta.url);",
    },
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [{ name: 'own-urls', setup: keepUrls }],
  };
}

/** Split off by an import at run time, a package in CommonJS has none of its names: `createClient` of it is undefined. */
function refuseCommonJs({ inputs }) {
  for (const [source, { imports }] of Object.entries(inputs)) {
    const broken = imports.find(
      ({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs',
    );
    if (broken && !source.includes('node_modules/'))
      throw new Error(`${source} imports ${broken.path} at run time: put a module of ours between them`);
  }
}

function installed() {
  const { dependencies } = JSON.parse(read(join(SERVER, 'package.json')));
  return Object.entries(dependencies).flatMap(([name, version]) =>
    version.startsWith('workspace:') ? [] : name,
  );
}

/**
 * `import.meta.url` of a source is the address of that source in the bundle too: what a source names beside itself is found from
 * there, and so are the packages that its own package depends on. A release has no sources; nobody reads them at that address.
 */
function keepUrls({ onLoad }) {
  onLoad({ filter: /\/(apps|packages)\/[^/]+\/src\/.*\.ts$/ }, ({ path }) => {
    const source = readFileSync(path, 'utf8');
    if (!source.includes('import.meta.url')) return null;
    const url = `new URL(${JSON.stringify(relative(DIST, path))}, import.meta.url).href`;
    return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
  });
}

/** Of what is no longer loaded. The compiler's declarations stand beside the bundle. */
function removeAllBut(outputs) {
  const kept = new Set(outputs.map((path) => join(root, path)));
  for (const file of filesIn(DIST)) {
    if (/\.js(\.map)?$/.test(file) && !kept.has(file)) rmSync(file);
  }
}

function lastBuild() {
  return JSON.parse(read(STAMP) ?? 'null');
}

function isCurrent(build) {
  return build !== null && stateOf(build.inputs) === build.state && build.outputs.every(exists);
}

function exists(path) {
  return existsSync(join(root, path));
}
