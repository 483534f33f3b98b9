import { find } from './dom.js';
import { IN_TEXT, rankOf, type Searched } from './search-rank.js';

/** More than these nobody reads: another word finds it. */
const SHOWN_MAX = 50;

/** Shows the entries with all words that are searched for in the place of the contents, the best one first. */
export function startSearch(nav: HTMLElement): void {
  const input = find(nav, '[data-search]', HTMLInputElement);
  const found = find(nav, '[data-found]', HTMLElement);
  const contents = find(nav, '[data-contents]', HTMLElement);
  const list = find(nav, '[data-hits]', HTMLElement);
  let entries: Entry[] | undefined;
  const search = () => {
    entries ??= entriesOf(contents);
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const isSearching = words.length > 0;
    const hits = isSearching ? hitsOf(entries, words) : [];
    contents.hidden = isSearching;
    list.hidden = !isSearching;
    list.replaceChildren(...hits.slice(0, SHOWN_MAX).map(({ item }) => item.cloneNode(true)));
    found.textContent = !isSearching ? '' : hits.length === 1 ? '1 found' : `${hits.length} found`;
  };
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

interface Entry extends Searched {
  readonly item: HTMLElement;
}

function entriesOf(contents: HTMLElement): Entry[] {
  return [...contents.querySelectorAll('li li')].flatMap((item) => {
    const link = item.querySelector('a');
    if (!(item instanceof HTMLElement) || link === null) return [];
    const id = link.hash.slice(1);
    const path = document.getElementById(id)?.querySelector('.target')?.textContent ?? '';
    const [title, method] = [...link.children].map(({ textContent }) => textContent?.toLowerCase() ?? '');
    const name = `${method ?? ''} ${id} ${path}`.toLowerCase();
    return [{ item, title: title ?? '', name, text: sectionText(id).toLowerCase() }];
  });
}

/** The text of the part of a section that describes; a heading has the text up to the next one. */
function sectionText(id: string): string {
  const section = document.getElementById(id);
  if (section === null) return '';
  if (section.tagName !== 'H3')
    return section.querySelector('.about')?.textContent ?? section.textContent ?? '';
  let text = '';
  for (
    let next = section.nextElementSibling;
    next !== null && next.tagName !== 'H3';
    next = next.nextElementSibling
  )
    text += ` ${next.textContent}`;
  return text;
}

/** The best first; those that fit alike as the contents have them. Where a name fits, what sections say is left out. */
function hitsOf(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, words);
    return rank === null ? [] : [{ entry, rank }];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return ranked
    .filter(({ rank }) => rank < IN_TEXT || best === IN_TEXT)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
