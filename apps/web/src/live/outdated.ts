const RELOADED = 'palaver:reloaded';
const RELOAD_MS = 60_000;

/**
 * Loads the page anew when a script of it is gone: after an upgrade of the service the page has names of files that are no
 * longer there.
 */
export function reloadWhenOutdated(): void {
  // Vite tells of each script that cannot be loaded.
  addEventListener('vite:preloadError', async () => {
    if ((await isOutdated()) && mayReload()) location.reload();
  });
}

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
