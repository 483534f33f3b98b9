import {
  type BuiltBlock,
  type BuiltSpan,
  type Content,
  link,
  list,
  paragraph,
  quote,
  spansIn,
  strong,
} from '@palaver/markup/build';
import { linesOf } from './card.js';
import { withEmoji } from './emoji-spans.js';
import { field, type Json, textAt } from './json.js';

export const TITLE_MAX = 200;
const BODY_MAX = 500;

/** What has happened, in a line, and what is below it. */
export interface Said {
  readonly line: readonly Content[];
  readonly below: readonly BuiltBlock[];
}

/** What is said, with what is below it as far as there is something. */
export function said(line: readonly Content[], ...below: ReadonlyArray<BuiltBlock | null>): Said {
  return { line, below: below.filter((block) => block !== null) };
}

export function itemsOf(rows: ReadonlyArray<readonly Content[]>): BuiltBlock {
  return list(rows.map((row) => [paragraph(...row)]));
}

export const action = (p: Json): string => textAt(p, 'action') ?? '';
export const is = (p: Json, ...actions: readonly string[]): boolean =>
  actions.includes(String(field(p, 'action')));

/** A text as a part of a line; nothing where there is none. */
export function text(value: Json, path: string): BuiltSpan[] {
  return withEmoji(short((textAt(value, path) ?? '').replace(/\s+/gu, ' ').trim(), TITLE_MAX));
}

/** The first of the texts that there is. */
export function anyText(value: Json, paths: readonly string[], otherwise = ''): BuiltSpan[] {
  const found = paths.map((path) => text(value, path)).find((spans) => spans.length > 0);
  return found ?? spansIn(otherwise === '' ? [] : [otherwise]);
}

export function short(value: string, max: number): string {
  const characters = [...value.slice(0, 2 * max)];
  return value.length <= max || characters.length <= max ? value : `${characters.slice(0, max).join('')}…`;
}

export function linked(value: Json, label: string, url: string): BuiltSpan {
  return link(textAt(value, url) ?? '', ...text(value, label));
}

export function sender(p: Json): BuiltSpan {
  return strong(...anyText(p, ['sender.login', 'pusher.name'], 'Somebody'));
}

/** The beginning of what somebody has written; null where they have written nothing. */
export function excerpt(value: Json, path: string): BuiltBlock | null {
  const body = (textAt(value, path) ?? '').replace(/<!--[\s\S]*?-->/g, '').trim();
  return body === '' ? null : quote(...linesOf(short(body, BODY_MAX).split('\n').map(withEmoji)));
}

export const shortId = (value: Json, path: string): string => (textAt(value, path) ?? '').slice(0, 7);

export function numbered(p: Json, path: string): BuiltSpan {
  const number = textAt(p, `${path}.number`) ?? '';
  return link(textAt(p, `${path}.html_url`) ?? '', `#${number} `, ...text(p, `${path}.title`));
}
