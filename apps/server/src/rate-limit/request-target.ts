/** An absolute-form target's scheme and authority (RFC 9112, 3.2.2). Express routes by what follows. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** A path that every reader reads alike: no dots, escapes, backslashes or empty segments. */
const PLAIN = /^(?:\/[\w-]+)+\/?$/;

const API_MOUNT = /^\/api(?=\/|$)/i;

/** The path of a request target as it stands: without scheme, authority, query and fragment. */
export function rawPath(target: string): string {
  return target.replace(ORIGIN, '').replace(/[?#].*$/s, '');
}

/** The query parameters of a request target. */
export function queryOf(target: string): URLSearchParams {
  const [beforeFragment = ''] = target.split('#', 1);
  const query = beforeFragment.indexOf('?');
  return new URLSearchParams(query === -1 ? '' : beforeFragment.slice(query + 1));
}

/**
 * Every path by which something behind the limiter may know this request. `pathname` is how the server in
 * front routes it (for Express, `req.baseUrl + req.path`).
 *
 * Readers differ, and a request must not be cheaper for being spelled so that they do:
 * - Express matches the path as it stands, and strips the mount path from it;
 * - trpc-to-openapi parses what is left as a URL, which resolves `..`, `%2e%2e` and `\`, so that
 *   `/api/x/../auth/login` and, mounted at `/api`, even `/api/../auth/login` reach `/api/auth/login`;
 * - `new URL(target, base)`, as tRPC and most `upgrade` listeners have it, takes `//x/api/ws` for `/api/ws`,
 *   and even a bare `new URL` takes `http:///x/api/ws` for it.
 */
export function possiblePaths(target: string, pathname: string): readonly string[] {
  if (target === pathname && PLAIN.test(pathname)) return [pathname];
  const raw = rawPath(target);
  if (raw === pathname && target.startsWith(raw) && PLAIN.test(raw)) return [pathname];
  const readings = new Set([pathname, ...parsedPaths(target), ...parsedPaths(raw)]);
  const mounted = API_MOUNT.exec(raw)?.[0];
  if (mounted !== undefined) {
    for (const path of parsedPaths(raw.slice(mounted.length))) readings.add(`/api${path}`);
  }
  return [...readings];
}

function parsedPaths(target: string): string[] {
  const base = 'http://localhost';
  return [`${base}${target}`, target]
    .filter((url) => URL.canParse(url, base))
    .map((url) => new URL(url, base).pathname);
}
