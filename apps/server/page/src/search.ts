import { find } from './dom.js';

/** Narrows the contents to the entries with all words that are searched for. */
export function startSearch(nav: HTMLElement): void {
  const input = find(nav, '[data-search]', HTMLInputElement);
  const found = find(nav, '[data-found]', HTMLElement);
  let entries: Entry[] | undefined;
  let opened: readonly HTMLDetailsElement[] = [];
  const groups = [...nav.querySelectorAll('details')];
  const search = () => {
    entries ??= entriesOf(nav);
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length > 0 && !nav.classList.contains('searching'))
      opened = groups.filter((group) => group.open);
    nav.classList.toggle('searching', words.length > 0);
    const hits = hitsOf(entries, words);
    for (const { item } of entries) item.hidden = true;
    for (const { item } of hits) item.hidden = false;
    for (const group of groups) group.open = words.length === 0 ? opened.includes(group) : true;
    found.textContent = words.length === 0 ? '' : hits.length === 1 ? '1 found' : `${hits.length} found`;
  };
  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    entries
      ?.find(({ item }) => !item.hidden)
      ?.item.querySelector('a')
      ?.click();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

interface Entry {
  readonly item: HTMLElement;
  /** Its title, path and id, in lower case. */
  readonly name: string;
  /** All that the section says, in lower case. */
  readonly text: string;
}

function entriesOf(nav: HTMLElement): Entry[] {
  return [...nav.querySelectorAll('li li')].flatMap((item) => {
    const link = item.querySelector('a');
    if (!(item instanceof HTMLElement) || link === null) return [];
    const id = link.hash.slice(1);
    const path = document.getElementById(id)?.querySelector('.target')?.textContent ?? '';
    const name = `${link.textContent} ${id} ${path}`.toLowerCase();
    return [{ item, name, text: `${name} ${sectionText(id).toLowerCase()}` }];
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

/** The entries whose name has all words; where there are none, those whose section has them. */
function hitsOf(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const named = entries.filter(({ name }) => words.every((word) => name.includes(word)));
  return named.length > 0 ? named : entries.filter(({ text }) => words.every((word) => text.includes(word)));
}
