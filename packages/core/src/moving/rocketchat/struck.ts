import { parse, spansOf } from '@palaver/markup';

/** `~so~`: from what stands before a word to what stands after one. Two tildes are Markdown already. */
const BEGINS = /(?<=^|[\s("'[*_])~(?=[^\s~])/g;
const ENDS = /(?<=[^\s~\\])~(?=$|[\s)"'\]*_.,;:!?])/g;

/** The text with `~~struck~~` for `~struck~`, as Rocket.Chat strikes with one tilde as well; code stays as it is. */
export function withStruck(source: string): string {
  if (!source.includes('~')) return source;
  const isText = textPlaces(source);
  const placesOf = (pattern: RegExp): number[] =>
    [...source.matchAll(pattern)].map(({ index }) => index).filter((at) => isText[at] === 1);
  const ends = placesOf(ENDS);
  let [text, done, n] = ['', 0, 0];
  for (const from of placesOf(BEGINS)) {
    if (from < done) continue;
    while (n < ends.length && (ends[n] ?? 0) <= from + 1) n++;
    const to = ends[n];
    if (to === undefined) break;
    const within = source.slice(from, to);
    if (within.includes('\n')) continue;
    text += `${source.slice(done, from)}~${within}~~`;
    done = to + 1;
  }
  return text + source.slice(done);
}

/** 1 for each character of text, that of code being none. */
function textPlaces(source: string): Uint8Array {
  const places = new Uint8Array(source.length);
  for (const span of spansOf(parse(source))) if (span.type === 'text') places.fill(1, span.start, span.end);
  return places;
}
