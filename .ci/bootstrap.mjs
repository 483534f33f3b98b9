// Brings a checkout to where it can run: dependencies installed, TypeScript built. `npm start` and `npm test` run it
// first, on machines that have Node and npm alone, so it depends on nothing but Node. When nothing has changed since
// the last time it only compares two stamps, which takes some ten milliseconds and needs no network.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const PNPM = 'pnpm@10.34.9';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
// Built by `npm run bench` itself, for itself alone.
const benchmarks = join(root, 'apps/bench');
// Hidden files of ours survive when pnpm clears node_modules.
const stamps = { install: join(modules, '.palaver-install'), build: join(modules, '.palaver-build') };

if (!isReady()) {
  mkdirSync(modules, { recursive: true });
  await withLock(join(modules, '.palaver-bootstrap'), () => {
    // Whoever held the lock before us may have done it all.
    if (read(stamps.install) !== installState()) install();
    if (read(stamps.build) !== buildState()) build();
  });
}

function isReady() {
  return read(stamps.install) === installState() && read(stamps.build) === buildState();
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
    ])
  ) {
    return writeStamp(stamps.install, wanted);
  }
  // Offline, npx cannot fetch pnpm; no matter, if an earlier pnpm has installed exactly what the lockfile says.
  if (read(join(modules, '.pnpm/lock.yaml')) !== read(join(root, 'pnpm-lock.yaml')))
    fail('could not install');
  say('could not install, but what is installed matches the lockfile: going on');
}

/** The service and what it stands on. Tests and tools are compiled by `npm run typecheck` and run from their source. */
function build() {
  // Taken first: what is edited while the compiler runs will be built the next time.
  const state = buildState();
  if (!run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-b', 'apps/server']))
    fail('the TypeScript build failed');
  writeStamp(stamps.build, state);
}

/** What decides what an install does. */
function installState() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => read(join(root, name)));
  const manifests = [root, ...workspaces()].map(
    (folder) => `${folder} ${dependencies(join(folder, 'package.json'))}`,
  );
  return hash([PNPM, process.version, process.platform, process.arch, ...files, ...manifests]);
}

function dependencies(manifest) {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(manifest));
  return JSON.stringify([dependencies, devDependencies, optionalDependencies]);
}

/** What decides what a build does: the sources, by time and size, and whether its output is there. */
function buildState() {
  const folders = workspaces().filter((folder) => folder !== benchmarks);
  const sources = folders.flatMap((folder) => tree(join(folder, 'src')));
  const configs = [root, ...folders].map((folder) => join(folder, 'tsconfig.json'));
  const outputs = folders.map((folder) => `${folder} ${existsSync(join(folder, 'dist/.tsbuildinfo'))}`);
  return hash([read(stamps.install), ...outputs, ...[...configs, ...sources].map(fingerprint)]);
}

function workspaces() {
  return ['apps', 'packages'].flatMap((group) =>
    list(join(root, group))
      .map((entry) => join(root, group, entry.name))
      .filter((folder) => existsSync(join(folder, 'package.json'))),
  );
}

function tree(folder) {
  return list(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? tree(path) : [path];
  });
}

function list(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fingerprint(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${path} ${found?.mtimeMs} ${found?.size}`;
}

function hash(parts) {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(path, content) {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
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
