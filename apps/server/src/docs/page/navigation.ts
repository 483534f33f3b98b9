import type { Events } from './event-view.js';
import { type Html, html } from './html.js';
import type { Heading } from './markdown.js';
import type { DocumentedOperation } from './operations.js';

/** The operations of a tag. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly DocumentedOperation[];
}

/** The contents of the page, which are also where its search shows what it finds. */
export function navigation(
  headings: readonly Heading[],
  groups: readonly Group[],
  { headings: eventHeadings, frames }: Events,
  records: readonly string[],
): Html {
  const group = (title: string, items: readonly Html[], isOpen = false) =>
    html`<li><details${isOpen ? html` open` : null}><summary>${title}</summary><ul>${items}</ul></details></li>`;
  const link = (id: string, title: string, badge: Html | null = null) =>
    html`<li><a href="#${id}"><span>${title}</span>${badge}</a></li>`;
  return html`<nav id="navigation" aria-label="Contents">
    <div class="search"><label for="search">Search</label><input id="search" type="search" placeholder="Search (press /)" autocomplete="off" spellcheck="false" data-search><p role="status" class="found" data-found></p></div>
    <ul class="contents hits" data-hits hidden></ul>
    <ul class="contents" data-contents>
      ${group(
        'Introduction',
        headings.map(({ id, title }) => link(id, title)),
        true,
      )}
      ${groups.map(({ name, operations }) =>
        group(
          titleOf(name),
          operations.map(({ id, documented, method }) =>
            link(
              id,
              documented.summary ?? id,
              html`<span class="method ${method.toLowerCase()}">${method}</span>`,
            ),
          ),
        ),
      )}
      ${group('Events', [link('live-title', 'Live events'), ...eventHeadings.map(({ id, title }) => link(id, title)), ...frames.map(({ id, title, isSent }) => link(id, title, html`<span class="method ${isSent ? 'sent' : 'received'}">${isSent ? 'send' : 'event'}</span>`))])}
      ${group(
        'Records',
        records.map((name) => link(`record-${name}`, name)),
      )}
    </ul>
  </nav>`;
}

/** The title of a tag. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
