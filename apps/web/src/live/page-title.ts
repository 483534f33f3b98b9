import { shownCount } from '@palaver/elements/channels/badges.js';

/** Until a page names itself, what index.html says. */
let name = globalThis.document?.title ?? '';
let count = 0;

/** Names the page. What it was named before is returned. */
export function setPageTitle(next: string): string {
  const before = name;
  name = next;
  write();
  return before;
}

/** Says in the title, which stands in the tab, how much waits for the person. */
export function setTitleCount(next: number): void {
  count = next;
  write();
}

function write(): void {
  document.title = titleOf(name, count);
}

export function titleOf(page: string, waiting: number): string {
  return waiting > 0 ? `(${shownCount(waiting)}) ${page}` : page;
}
