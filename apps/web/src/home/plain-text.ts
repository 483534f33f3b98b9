import { beginningOf } from '../ui/graphemes.js';

const READ_MAX = 400;

/** The first lines of a message without the signs of Markdown, for where a line or two are shown. */
export function plainText(content: string): string {
  return beginningOf(content, READ_MAX)
    .replace(/```[^\n]*\n?/g, '')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2');
}
