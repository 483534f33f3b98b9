/** A text and what of it is selected; where nothing is, `start` and `end` are the caret. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The text with something in the place of what is selected, and the caret after it. */
export function replaced({ text, start, end }: Edited, inserted: string): Edited {
  const caret = start + inserted.length;
  return { text: text.slice(0, start) + inserted + text.slice(end), start: caret, end: caret };
}

/** Where the line begins that has this place. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line ends that has this place. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
