import { find } from './dom.js';

/** Marks where the reader is in the contents, and opens and closes them on a phone. */
export function startNavigation(nav: HTMLElement, menu: HTMLButtonElement): void {
  const show = (isOpen: boolean) => {
    menu.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('menu-open', isOpen);
  };
  menu.addEventListener('click', () => {
    const isOpen = menu.getAttribute('aria-expanded') !== 'true';
    show(isOpen);
    if (isOpen) find(nav, 'input', HTMLInputElement).focus();
  });
  nav.addEventListener(
    'click',
    ({ target }) => target instanceof Element && target.closest('a') && show(false),
  );
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || menu.getAttribute('aria-expanded') !== 'true') return;
    show(false);
    menu.focus();
  });
  followReader(nav);
}

/**
 * The entry of the contents for the topmost section in view is the current one. What the reader has opened by a link is current until
 * they scroll: the last sections of the page never come to its top.
 */
function followReader(nav: HTMLElement): void {
  const contents = find(nav, '[data-contents]', HTMLElement);
  const links = new Map([...contents.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
  // In the order of the page, which is not that of the contents.
  const sections = [...document.querySelectorAll('[id]')].filter(({ id }) => links.has(id));
  let current: HTMLAnchorElement | undefined;
  let opened = '';
  const mark = () => {
    const top = sections.findLast((section) => section.getBoundingClientRect().top < 120);
    const link = links.get(opened) ?? links.get(top?.id ?? '');
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'true');
    const group = link?.closest('details');
    if (group) group.open = true;
    link?.scrollIntoView({ block: 'nearest' });
    current = link;
  };
  let isWaiting = false;
  document.addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  });
  const open = () => {
    opened = decodeURIComponent(location.hash.slice(1));
    mark();
  };
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    document.addEventListener(type, () => {
      opened = '';
    });
  }
  window.addEventListener('hashchange', open);
  open();
}
