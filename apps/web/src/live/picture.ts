import { whenIdle } from '@palaver/elements/ui/when-idle.js';
import { currentSession, PICTURE } from '../session/session.js';
import { type Picture, pictureIn } from './picture-in.js';

/** Longer pictures are not worth the time that they take. */
const LENGTH_MAX = 600_000;
/** So long nothing must change before a picture is taken. */
const QUIET_MS = 1_000;
/** A picture does not stay longer, whatever comes. */
const SHOWN_MAX_MS = 3_000;

/** The first script of each release has a name of its own. */
const release = () => document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '';
const addressNow = () => location.pathname + location.search;
const isChat = () => /^\/(dms|servers\/[^/]+\/channels)\//.test(location.pathname);

let shown: HTMLElement | null = null;

/** Shows the picture of this page, if there is one. */
export function showPicture(): void {
  const picture = pictureIn(localStorage.getItem(PICTURE));
  const userId = currentSession()?.userId;
  if (picture?.userId !== userId || picture?.address !== addressNow() || picture.release !== release())
    return;
  const frame = document.createElement('div');
  frame.className = 'picture';
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.innerHTML = picture.html;
  document.body.append(frame);
  // The policy of the page allows no style in HTML.
  for (const element of frame.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? '';
  const elements = frame.querySelectorAll('*');
  for (const [place, top] of picture.scrolled) elements[place]?.scrollTo(0, top);
  shown = frame;
  setTimeout(hidePicture, SHOWN_MAX_MS);
}

/** Takes the picture away: what it shows is there. */
export function hidePicture(): void {
  shown?.remove();
  shown = null;
}

/** Takes a picture whenever the page has been quiet for a while. Returns a function that ends it. */
export function keepPictures(userId: string): () => void {
  const root = document.getElementById('root');
  if (root === null) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(() => take(root, userId)), QUIET_MS);
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

function take(root: HTMLElement, userId: string): void {
  if (currentSession()?.userId !== userId || !isChat()) return;
  const html = htmlOf(root);
  if (html.length > LENGTH_MAX) return;
  const scrolled = [...root.querySelectorAll('*')].flatMap(({ scrollTop }, place) =>
    scrollTop > 0 ? [[place, scrollTop] as const] : [],
  );
  const picture: Picture = { userId, address: addressNow(), release: release(), html, scrolled };
  try {
    localStorage.setItem(PICTURE, JSON.stringify(picture));
  } catch {
    // There is no room: the next load begins without a picture.
    localStorage.removeItem(PICTURE);
  }
}

function htmlOf(root: HTMLElement): string {
  const copy = root.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  for (const element of copy.querySelectorAll<HTMLElement>('[style]')) {
    element.dataset.style = element.style.cssText;
    element.removeAttribute('style');
  }
  return copy.innerHTML;
}
