import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

const IMPORT = /(?:\bfrom |\bimport\(|^import )["']([\w@][\w@/.:-]*)["']/gm;

/** The packages that the built files import, those that only declarations name included. */
export async function importsOf(dist: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of await readdir(dist, { recursive: true })) {
    if (!/\.(js|ts)$/.test(name)) continue;
    const text = await readFile(join(dist, name), 'utf8');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      if (!isBuiltin(specifier)) found.add(packageOf(specifier));
    }
  }
  return found;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
