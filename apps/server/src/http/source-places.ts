import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The maps of the files that have been in a stack; null for a file without one. */
const maps = new Map<string, SourceMap | null>();

/**
 * A line of a stack that names the place in our sources, in the place of that in the bundle. Node's own source maps would be read at
 * each start, for 0.2 s of processor time; this reads the map of a file at the first error in it.
 */
export function atSource(line: string): string {
  return line.replace(/(file:\/\/\S+\.js):(\d+):(\d+)/, (place, url: string, row: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(row), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${fileURLToPath(new URL(origin.fileName, url))}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const map = readMap(url);
  maps.set(url, map);
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    // Not a file of the bundle.
    return null;
  }
}
