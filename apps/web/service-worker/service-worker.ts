/// The page without the service: keeps the files of the newest build on the device, and nothing else.
/// The build puts BUILD before this file, and so each build has a service worker of its own.

interface Build {
  /** The script that the page of this build begins with. */
  readonly begin: string;
  /** Paths of all files with a hash in their names. */
  readonly files: readonly string[];
}

/** Static routes, which the types of TypeScript do not have yet, and some browsers neither. */
interface InstallEventWithRoutes extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

declare const BUILD: Build;
declare const self: ServiceWorkerGlobalScope;

/** Files whose content never changes. */
const ASSETS = 'palaver:assets';
/** What has the same name in each build: the page, its icon, and which files belong to them. */
const SHELL = 'palaver:shell';
const PAGE = '/';
const ICON = '/icon.svg';
const FILES = '/files-of-this-build';
const FILES_BEFORE = '/files-of-the-build-before';

/** So many files are loaded at a time: the page needs the connections for itself. */
const LANES = 2;
/** A service that does not answer a navigation within this time is taken for unreachable. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event: InstallEventWithRoutes) => {
  event.waitUntil(install(event));
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // What the service answers is of a person, and never kept here.
  if (/^\/(api|trpc)(\/|$)/.test(pathname)) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate') event.respondWith(newest(PAGE, loaded(event)));
  else if (pathname === ICON) event.respondWith(newest(ICON, fetch(request)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.address));
});

/** Shows a place in a page that is open, or in a new one. Only this service's page writes the address. */
async function show(address: unknown): Promise<void> {
  if (typeof address !== 'string') return;
  const pages = await self.clients.matchAll({ type: 'window' });
  const [page] = pages.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) return void (await self.clients.openWindow(address));
  page.postMessage({ pressed: address });
  await page.focus();
}

/** All or nothing: the page is replaced last, when every file that it may ask for is there. */
async function install(event: InstallEventWithRoutes): Promise<void> {
  await event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: ASSETS } },
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/trpc/*' } }, source: 'network' },
  ]);
  const page = await load(PAGE, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  // Where nodes of two releases answer in turn, it may be the page of the other one. The browser tries again later.
  if (!(await page.clone().text()).includes(BUILD.begin)) throw new Error('The page is of another build');
  const icon = await load(ICON, { cache: 'no-cache' });
  const files = BUILD.files.values();
  await Promise.all(Array.from({ length: LANES }, () => keepEach(files)));
  const shell = await caches.open(SHELL);
  const before = await shell.match(FILES);
  const list = JSON.stringify(BUILD.files);
  if (before !== undefined && (await before.clone().text()) !== list) await shell.put(FILES_BEFORE, before);
  await shell.put(FILES, new Response(list));
  await shell.put(ICON, icon);
  await shell.put(PAGE, page);
  await removeOldFiles();
  await self.skipWaiting();
}

/** Lanes share the iterator, so each file is loaded by one of them. */
async function keepEach(files: Iterable<string>): Promise<void> {
  const assets = await caches.open(ASSETS);
  for (const file of files) {
    if ((await assets.match(file, { ignoreVary: true })) === undefined)
      await assets.put(file, await load(file));
  }
}

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * A page of the build before may be open still, and ask for its files. This does not wait for the activation, which a
 * browser puts off while the worker before has work.
 */
async function removeOldFiles(): Promise<void> {
  const shell = await caches.open(SHELL);
  const before: readonly string[] = (await (await shell.match(FILES_BEFORE))?.json()) ?? [];
  const wanted = new Set([...BUILD.files, ...before]);
  const assets = await caches.open(ASSETS);
  for (const request of await assets.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await assets.delete(request);
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: ASSETS, ignoreVary: true });
  return kept ?? fetch(request);
}

/** The service's answer, or what was kept of the newest build while the service cannot answer. */
async function newest(path: string, answer: Promise<Response>): Promise<Response> {
  const kept = await caches.match(path, { cacheName: SHELL, ignoreVary: true });
  if (kept === undefined) return answer;
  const usable = answer.then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([usable, after(PATIENCE_MS, kept)]);
}

/** The answer that the browser has asked for while this script was started, where it does so. */
async function loaded(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}

async function load(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

function after<Value>(ms: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}
