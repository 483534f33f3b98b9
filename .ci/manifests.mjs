// Writes what an install reads, and nothing else: `node .ci/manifests.mjs FOLDER` for the whole checkout,
// `node .ci/manifests.mjs FOLDER apps/server` for what that workspace runs on. The Dockerfile installs from these folders. They
// stay the same when code, a script of package.json or the version changes, and so does the layer of the installed packages.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { neededBy, readManifest } from './needed-workspaces.mjs';
import { root } from './sources.mjs';

const [, , folder, workspace] = process.argv;
if (!folder) {
  process.stderr.write('manifests: name the folder: node .ci/manifests.mjs FOLDER [WORKSPACE]\n');
  process.exit(1);
}
const target = resolve(folder);
const FILES = [
  '.ci/bootstrap.mjs',
  '.ci/lock.mjs',
  '.ci/prepare.mjs',
  '.ci/sources.mjs',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
];
const READ_BY_AN_INSTALL = [
  'name',
  'private',
  'type',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
];
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'src']);

for (const path of FILES) copy(path);
for (const one of workspace
  ? ['.', ...neededBy(workspace)]
  : ['.', ...foldersWithManifest('apps', 'packages')])
  writeManifest(one);
for (const path of patches()) copy(path);

function copy(path) {
  cpSync(join(root, path), join(target, path));
}

function writeManifest(one) {
  const manifest = readManifest(one);
  const kept = Object.fromEntries(
    READ_BY_AN_INSTALL.flatMap((field) => (field in manifest ? [[field, manifest[field]]] : [])),
  );
  const path = join(target, one, 'package.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
}

function foldersWithManifest(...folders) {
  return folders.flatMap((one) => {
    const entries = readdirSync(join(root, one), { withFileTypes: true });
    const inside = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
    return [
      ...(entries.some(({ name }) => name === 'package.json') ? [one] : []),
      ...foldersWithManifest(...inside.map(({ name }) => join(one, name))),
    ];
  });
}

/** pnpm stops where a patch of the lockfile is missing, also one of a package that it does not install. */
function patches() {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group), { recursive: true })
      .filter((path) => path.endsWith('.patch') && !path.includes('node_modules'))
      .map((path) => join(group, path)),
  );
}
