/** Markdown that says the same wherever it stands. */

const SPECIAL = /[\\`*_[\]<>~|]/g;

/** A plain text in Markdown, on one line. */
export function escaped(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().replace(SPECIAL, String.raw`\$&`);
}

/** A link, or its label where the URL is none that a link may lead to. */
export function link(label: string, url: string | null): string {
  const target = url === null ? null : linkTarget(url);
  return target === null ? label : `[${label}](${target})`;
}

/** A URL as it may stand in a link; null for one that is not of the web or of mail. */
export function linkTarget(url: string): string | null {
  const trimmed = url.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return trimmed.replace(/[\s()<>\\]/g, (found) =>
    encodeURIComponent(found).replace('(', '%28').replace(')', '%29'),
  );
}

export function bold(text: string): string {
  return text === '' ? '' : `**${text}**`;
}

/** Each line as a quotation. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** The parts that say something, with an empty line between each two. */
export function paragraphs(parts: ReadonlyArray<string | null>): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join('\n\n');
}

/** The same without empty lines. */
export function lines(parts: ReadonlyArray<string | null>): string {
  return parts.filter((part) => part !== null && part.trim() !== '').join('\n');
}
