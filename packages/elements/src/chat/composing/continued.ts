import { type Edited, lineEnd, lineStart, replaced } from './edited.js';
import { isFenceOpen } from './fences.js';

/** The sign of an entry with its indentation and its box, before what the entry says. */
const ENTRY = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))( \[[ xX]\])? +/;

/**
 * What Enter makes of a text where it does not send: a new line within a block of code, the next entry of a list, or the end of
 * the list after an empty entry. Null where Enter sends.
 */
export function continued(edited: Edited): Edited | null {
  const { text, start } = edited;
  const from = lineStart(text, start);
  if (isFenceOpen(text.slice(0, start))) {
    const [indent = ''] = /^[ \t]*/.exec(text.slice(from, start)) ?? [];
    return replaced(edited, `\n${indent}`);
  }
  const entry = ENTRY.exec(text.slice(from, lineEnd(text, start)));
  if (entry === null || start < from + entry[0].length) return null;
  const [whole, indent = '', bullet, number = '0', sign = '', box] = entry;
  const to = lineEnd(text, start);
  if (from + whole.length >= to) return replaced({ text, start: from, end: to }, '');
  const marker = bullet ?? `${Number(number) + 1}${sign}`;
  return replaced(edited, `\n${indent}${marker}${box === undefined ? '' : ' [ ]'} `);
}
