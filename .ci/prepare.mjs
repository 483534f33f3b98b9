// Brings a checkout to where it can run: dependencies installed, TypeScript built. `npm start` and `npm test` run it
// first, on machines that have Node and npm alone, so it depends on nothing but Node. When nothing has changed since
// the last time it compares two stamps, and needs no network.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withLock } from './lock.mjs';
import { contents, filesIn, hash, read, root, sourcesIn, stateOf, writeStamp } from './sources.mjs';

const PNPM = 'pnpm@10.34.9';
const modules = join(root, 'node_modules');
const PAGE = join(root, 'apps/server/page');
const WEB = join(root, 'apps/web');
const WEB_SOURCES = [
  'packages/elements/emoji-rows-plugin.ts',
  'apps/web/index.html',
  'apps/web/offline-files.ts',
  'apps/web/package.json',
  'apps/web/public',
  'apps/web/service-worker',
  'apps/web/src',
  'apps/web/vite.config.ts',
  'packages/client/src',
  'packages/elements/package.json',
  'packages/elements/src',
  'packages/markup/src',
  'packages/react/src',
];
// The Dockerfile installs the packages of a checkout before it copies the sources.
const installsOnly = process.argv.includes('--install-only');
// A release (.ci/release.mjs) is compiled already, and installs what the service runs on and nothing else.
const isRelease = !installsOnly && !existsSync(join(root, 'tsconfig.json'));
const RELEASE_ONLY = ['--prod', '--filter', '@palaver/server...'];
// Hidden files of ours survive when pnpm clears node_modules.
const installStamp = join(modules, '.palaver-install');

// Of a build: what it read, and what it left.
const buildStamp = join(modules, '.palaver-build');
const TOOLS = ['.ci', 'package.json', 'tsconfig.json'];

mkdirSync(modules, { recursive: true });
// The service may run as a user who cannot write here: then there is nothing to lock, and everything must be ready.
if (!isReady()) {
  if (isWritable(modules)) await withLock(join(modules, '.palaver-bootstrap'), prepare);
  else await prepare();
}

function isReady() {
  if (read(installStamp) !== installState()) return false;
  return isRelease || installsOnly || read(buildStamp) === `${readState()} ${leftState()}`;
}

async function prepare() {
  // Another process may have done it meanwhile.
  if (isReady()) return;
  if (read(installStamp) !== installState()) install();
  if (isRelease || installsOnly) return;
  // Before the build: what changes while it runs is built the next time.
  const before = readState();
  await build();
  if (isWritable(modules)) writeStamp(buildStamp, `${before} ${leftState()}`);
}

function readState() {
  return stateOf([...TOOLS, ...workspaces()].flatMap((path) => (isFolder(path) ? sourcesIn(path) : path)));
}

/** What a build leaves is whole: a folder has another time when something is taken out of it. */
function leftState() {
  const folders = [...workspaces(), 'apps/server/page'].map((folder) => `${folder}/dist`);
  const written = [
    'server/dist/main.js',
    'server/page/dist/page.js',
    'web/dist/assets',
    'web/dist/index.html',
  ];
  return stateOf([...folders, ...written.map((path) => `apps/${path}`)]);
}

function install() {
  const wanted = installState();
  say('installing dependencies');
  if (
    run('npx', [
      '-y',
      '--prefer-offline',
      PNPM,
      'install',
      '--frozen-lockfile',
      '--config.confirm-modules-purge=false',
      ...(isRelease ? RELEASE_ONLY : []),
    ])
  ) {
    return writeStamp(installStamp, wanted);
  }
  // Offline, npx cannot fetch pnpm; no matter, if an earlier pnpm has installed exactly what the lockfile says.
  if (read(join(modules, '.pnpm/lock.yaml')) !== read(join(root, 'pnpm-lock.yaml')))
    fail('could not install');
  say('could not install, but what is installed matches the lockfile: going on');
}

/**
 * The service and what it is built on. Tests and tools are compiled by `npm run typecheck` and run from their source.
 * The compiler checks the service, whose bundle is made of the sources, and writes the packages, which the client and tools are run on.
 * It leaves the output of a deleted source in `dist`, which does no harm: between packages imports resolve only to the
 * entries of `exports`.
 */
async function build() {
  say('building, which takes some minutes the first time');
  if (!run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-b', 'apps/server']))
    fail('the TypeScript build failed');
  writeEmoji();
  await import('./bundle-service.mjs').catch(({ message }) =>
    fail(`the service was not bundled: ${message}`),
  );
  bundlePage();
  buildWebClient();
}

/** Writes the table of emoji when the packages have changed since. */
function writeEmoji() {
  const script = join(root, 'packages/markup/make-emoji.mjs');
  const table = join(root, 'packages/markup/dist/emoji.json');
  const sources = [script, join(root, 'pnpm-lock.yaml')];
  const isWritten = existsSync(table) && sources.every((source) => changedAt(table) > changedAt(source));
  if (!isWritten && !run(process.execPath, [script])) fail('the table of emoji was not written');
}

/** Builds the web client with Vite when a source of it has changed, and keeps its files compressed beside them. */
function buildWebClient() {
  const dist = join(WEB, 'dist');
  const stamp = join(WEB, '.built');
  const wanted = hash([installState(), ...WEB_SOURCES.flatMap((path) => contents(join(root, path)))]);
  if (existsSync(dist) && read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  if (
    !run(process.execPath, [join(WEB, 'node_modules/vite/bin/vite.js'), 'build', WEB, '--logLevel', 'warn'])
  ) {
    fail('the web client was not built');
  }
  for (const file of filesIn(dist)) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
  writeStamp(stamp, wanted);
}

/** Joins the scripts of the reference page to one file, when the compiler has seen a change of them. */
function bundlePage() {
  const [bundle, compiled] = ['page.js', '.tsbuildinfo'].map((name) => join(PAGE, 'dist', name));
  if (existsSync(bundle) && changedAt(bundle) >= changedAt(compiled)) return;
  const options = ['--bundle', '--minify', '--format=iife', '--target=es2023', '--charset=utf8'];
  const files = [join(PAGE, 'src/main.ts'), `--outfile=${bundle}`];
  const esbuild = join(root, 'apps/server/node_modules/.bin/esbuild');
  if (!run(esbuild, [...files, ...options, '--log-level=warning'])) fail('the reference page was not built');
}

function changedAt(path) {
  return statSync(path).mtimeMs;
}

/** What decides what an install does. */
function installState() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => read(join(root, name)));
  const manifests = ['.', ...workspaces()].map(
    (folder) => `${join(root, folder)} ${dependencies(join(root, folder, 'package.json'))}`,
  );
  return hash([PNPM, process.version, process.platform, process.arch, ...files, ...manifests]);
}

function dependencies(manifest) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(manifest));
  return JSON.stringify([dependencies, devDependencies, optionalDependencies]);
}

function workspaces() {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group))
      .sort()
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json'))),
  );
}

function isFolder(path) {
  return statSync(join(root, path)).isDirectory();
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Output goes to stderr: stdout belongs to the program that is started next. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 2, 2],
  });
  if (error) say(`${command}: ${error.message}`);
  return status === 0;
}

/**
 * npm hands its own settings down as npm_config_* and pnpm would take them for its own; of these only the ones that say
 * where packages come from are meant for it. NODE_ENV=production would leave out the compiler.
 */
function environment() {
  const meant = /registry|proxy|cafile|^npm_config_(ca|cert|key|cache|userconfig|offline|strict_ssl)$|:_/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && (!/^(npm|pnpm)_/i.test(name) || meant.test(name)),
  );
  return Object.fromEntries(entries);
}

function say(message) {
  process.stderr.write(`bootstrap: ${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
