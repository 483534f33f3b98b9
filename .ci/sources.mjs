// What a build was made of, so that the next one is made when that has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Where nothing is that a build reads. */
const OTHERS = new Set(['node_modules', 'dist', 'test', '.types']);

/** The files of a workspace that a build reads. */
export function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return path;
    return OTHERS.has(entry.name) ? [] : sourcesIn(path);
  });
}

/** When files and folders were written, and how large they are: to read a thousand files would cost each start 0.2 s. */
export function stateOf(paths) {
  const states = paths.map((path) => {
    const file = statSync(`${root}/${path}`, { throwIfNoEntry: false });
    return `${path} ${file?.mtimeMs} ${file?.size}`;
  });
  return hash(states);
}

/** The name and content of a file, or of each file in a folder. */
export function contents(path) {
  const files = statSync(path).isDirectory() ? filesIn(path) : [path];
  return files.flatMap((file) => [relative(root, file), readFileSync(file, 'base64')]);
}

export function hash(parts) {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

export function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

export function writeStamp(path, content) {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
