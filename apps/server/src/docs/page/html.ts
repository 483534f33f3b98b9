import { escapeHtml } from '@palaver/core';

/** Text that is HTML already. `html` writes it as it is and escapes everything else. */
export class Html {
  constructor(readonly text: string) {}
}

type Content = Html | string | number | null | readonly Content[];

/** A template of HTML: what is filled in is escaped, lists are joined, null is nothing. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...contents.map(textOf)));
}

/** The text of a page. */
export function textOf(content: Content): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return escapeHtml(String(content));
}
