import { coveredText, parse } from '@palaver/markup';
import { beginningOf } from '../../ui/graphemes.js';

/** So much of a text is read for a line or two. */
const READ_MAX = 500;

/** The beginning of what a text shows, for where there is room for a line or two. */
export function excerptOf(content: string): string {
  return coveredText(parse(beginningOf(content, READ_MAX))).text;
}
