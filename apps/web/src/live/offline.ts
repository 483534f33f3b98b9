import { whenIdle } from '@palaver/elements/ui/when-idle.js';

/**
 * Keeps the files of the page on this device, so that it opens without the service. They are loaded when the page has
 * loaded and has nothing else to do. Browsers allow it over HTTPS and on the loopback address.
 */
export function keepForOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const register = () =>
    whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
