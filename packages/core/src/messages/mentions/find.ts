import { type MentionedNames, mentionsIn, parse } from '@palaver/markup';

const NOBODY: MentionedNames = { names: [], channel: false, here: false };

/** Whom a text names: exactly what is shown as a mention. Most texts have no `@`, and are not parsed. */
export function findMentions(text: string): MentionedNames {
  return text.includes('@') ? mentionsIn(parse(text)) : NOBODY;
}

/** Those that `marks` have as well, each of which is `@name`, `@channel` or `@here`. */
export function markedOf({ names, channel, here }: MentionedNames, marks: readonly string[]): MentionedNames {
  const marked = new Set(marks.map((mark) => mark.toLowerCase()));
  const isMarked = (name: string) => marked.has(`@${name}`);
  return {
    names: names.map((spelled) => spelled.filter(isMarked)).filter(({ length }) => length > 0),
    channel: channel && isMarked('channel'),
    here: here && isMarked('here'),
  };
}
