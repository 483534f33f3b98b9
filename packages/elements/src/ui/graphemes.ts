const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a text, of at most `max` UTF-16 units: what people see as one character is never cut in two. */
export function beginningOf(text: string, max: number): string {
  return text.slice(0, segmenter.segment(text).containing(max)?.index);
}

/** The first of what people see as characters. */
export function firstOf(text: string): string {
  return segmenter.segment(text).containing(0)?.segment ?? '';
}
