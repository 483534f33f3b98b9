import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A file of the page. */
export interface Asset {
  readonly type: 'text/css' | 'text/javascript';
  readonly content: string;
}

/** The style and the scripts of the page, by file name. */
export interface Assets {
  readonly files: ReadonlyMap<string, Asset>;
  /** Changes with any of the files, so that browsers may keep what they have under it. */
  readonly version: string;
}

/** `apps/server/page`, from `src/docs/page` and from `dist/docs/page` alike. */
const FOLDER = new URL('../../../page/', import.meta.url);

/** Reads the files of the page. Throws where the page is not compiled. */
export function readAssets(): Assets {
  const scripts = readdirSync(new URL('dist/', FOLDER)).filter((name) => name.endsWith('.js'));
  const files = new Map<string, Asset>([
    ['style.css', { type: 'text/css', content: readFileSync(new URL('style.css', FOLDER), 'utf8') }],
    ...scripts
      .sort()
      .map((name): [string, Asset] => [
        name,
        { type: 'text/javascript', content: readFileSync(new URL(`dist/${name}`, FOLDER), 'utf8') },
      ]),
  ]);
  const hash = createHash('sha256');
  for (const [name, { content }] of files) hash.update(`${name}\n${content}\n`);
  return { files, version: hash.digest('hex').slice(0, 12) };
}
