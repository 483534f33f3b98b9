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
