// Makes a release: `node .ci/release.mjs FOLDER` writes what a production machine needs to FOLDER. That is the bundled
// service without sources, tests and tools; `npm start` there installs the packages that are outside of the bundle, and
// no others.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { neededBy, readManifest } from './needed-workspaces.mjs';
import { root } from './sources.mjs';

const [, , folder] = process.argv;
if (!folder) fail('name the folder: node .ci/release.mjs FOLDER');
const target = resolve(folder);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty`);

/** What is copied besides the packages of the workspace. */
const FILES = [
  '.ci/bootstrap.mjs',
  '.ci/lock.mjs',
  '.ci/prepare.mjs',
  '.ci/sources.mjs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'apps/web/dist',
  'deploy',
  'docs',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
];
/** What only tests read. */
const LEFT_OUT = /\.(?:test|long)\.|\/deploy\/test(\/|$)/;

mkdirSync(target, { recursive: true });
for (const path of FILES) copy(path);
for (const workspace of neededBy('apps/server')) copyWorkspace(workspace);
// `dist` also has files of the bundle before, and what the compiler writes.
for (const path of JSON.parse(readFileSync(join(root, 'apps/server/.built'), 'utf8')).outputs) copy(path);
writeFileSync(join(target, 'package.json'), `${JSON.stringify(rootManifest(), null, 2)}\n`);
process.stdout.write(`${target}\n`);

function copyWorkspace(workspace) {
  const manifest = readManifest(workspace);
  for (const path of ['package.json', ...manifest.files]) copy(join(workspace, path));
}

function copy(path) {
  if (!existsSync(join(root, path))) fail(`${path} is missing; run node .ci/bootstrap.mjs first`);
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(source) && !/\/node_modules(\/|$)/.test(source.slice(root.length)),
  });
}

/** The manifest of the workspace, without what is not there. The lockfile belongs to this manifest's dependencies. */
function rootManifest() {
  const { scripts, ...manifest } = readManifest('.');
  const kept = ['prestart', 'start', 'prepalaver', 'palaver'].filter((name) => name in scripts);
  return { ...manifest, scripts: Object.fromEntries(kept.map((name) => [name, scripts[name]])) };
}

function fail(message) {
  process.stderr.write(`release: ${message}\n`);
  process.exit(1);
}
