import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file of the page. */
export interface Asset {
  readonly type: 'text/css' | 'text/javascript';
  readonly content: string;
}

/** The style and the script of the page, by file name. */
export interface Assets {
  readonly files: ReadonlyMap<string, Asset>;
  /** Changes with any of the files, so that browsers may keep what they have under it. */
  readonly version: string;
}

/** `apps/server/page`. */
const FOLDER = new URL('../../../page/', import.meta.url);

/** Reads the files of the page. Throws where its script is not built (.ci/prepare.mjs). */
export function readAssets(): Assets {
  const read = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8');
  const files = new Map<string, Asset>([
    ['style.css', { type: 'text/css', content: read('style.css') }],
    ['page.js', { type: 'text/javascript', content: read('dist/page.js') }],
  ]);
  const hash = createHash('sha256');
  for (const [name, { content }] of files) hash.update(`${name}\n${content}\n`);
  return { files, version: hash.digest('hex').slice(0, 12) };
}
