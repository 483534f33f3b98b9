import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2_000;

/**
 * A component that is loaded when it is first shown. Without a connection it is tried again until there is one. After an
 * upgrade of the service the page has names of files that are gone: then the page loads itself anew.
 */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => patiently(load));
}

async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch {
      if ((await isOutdated()) && mayReload()) {
        location.reload();
        // Nothing more is shown of this page.
        await new Promise(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

const RELOADED = 'palaver:reloaded';
const RELOAD_MS = 60_000;

/** Where nodes of two releases answer in turn, the page must not reload again and again. */
function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return true;
}

/** Whether the service has another page by now than the one that is shown. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (script === null) return false;
  try {
    const answer = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(new URL(script.src).pathname);
  } catch {
    return false;
  }
}
