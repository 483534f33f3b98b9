import { Marked } from 'marked';
import { Html } from './html.js';

/** A heading of a text, for the navigation. */
export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** Markdown of our own documents as HTML. */
export function markdown(text: string): Html {
  return new Html(new Marked().parse(text, { async: false }));
}

/** A short text without paragraphs: a description in a list. */
export function inlineMarkdown(text: string): Html {
  return new Html(new Marked().parseInline(text, { async: false }));
}

/** A text of several sections. Its headings get ids that begin with `prefix`, and links to themselves. */
export function sections(
  text: string,
  prefix: string,
): { readonly body: Html; readonly headings: readonly Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, text: title }) {
        const id = `${prefix}-${title.toLowerCase().replace(/\W+/g, '-')}`;
        headings.push({ id, title });
        return `<h3 id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h3>`;
      },
      table(token) {
        const head = token.header.map(
          (cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`,
        );
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        return `<div class="scrolls" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
      },
    },
  });
  return { body: new Html(marked.parse(text, { async: false })), headings };
}
