import { parse, spansOf } from '@palaver/markup';
import type { LineOf } from '../archive/lines.js';

/** What somebody is called in the archive and, otherwise than there, here. */
export interface Renamed {
  readonly there: string;
  readonly here: string;
}

const BETWEEN = '\n';

/** Null for who is called the same: case does not matter to mentions. */
export function renamedOf(there: string, here: string): Renamed | null {
  return there.toLowerCase() === here.toLowerCase() ? null : { there, here };
}

/** As it is written down, so that later archives say the same, whatever their people call themselves by then. */
export function writtenNames(names: Renamed | null): string | null {
  return names && `${names.there.replaceAll(BETWEEN, ' ')}${BETWEEN}${names.here}`;
}

export function readNames(written: string | null): Renamed | null {
  const [there, here] = written?.split(BETWEEN) ?? [];
  return there === undefined || here === undefined ? null : { there, here };
}

/** The text of a message with the names that those whom it mentions have here: another may have the name here that they had there. */
export function textHere(
  { content, mentions: { userIds } }: LineOf<'message'>['data'],
  users: Pick<ReadonlyMap<string, { readonly renamed: Renamed | null }>, 'get'>,
): string {
  if (userIds.length === 0) return content;
  const renamed = userIds.flatMap((id) => users.get(id)?.renamed ?? []);
  return renamed.length === 0 ? content : renamedIn(content, renamed);
}

/** What follows a name that is longer. */
const GOES_ON = /^[.-]*[\p{L}\p{N}_]/u;

/** The text with other names, where it has them as mentions. */
export function renamedIn(source: string, renamed: readonly Renamed[]): string {
  const longestFirst = [...renamed].sort((a, b) => b.there.length - a.there.length);
  let [text, done] = ['', 0];
  for (const { start } of mentionsIn(source)) {
    const from = start + 1;
    const found = longestFirst.find(({ there }) => isAt(source, from, there));
    if (from < done || found === undefined) continue;
    text += source.slice(done, from) + found.here;
    done = from + found.there.length;
  }
  return text + source.slice(done);
}

function mentionsIn(source: string) {
  return [...spansOf(parse(source))].filter((span) => span.type === 'mention');
}

function isAt(source: string, from: number, name: string): boolean {
  const end = from + name.length;
  const isNamed = source.slice(from, end).toLowerCase() === name.toLowerCase();
  return isNamed && !GOES_ON.test(source.slice(end, end + 3));
}
