import { useSearchParams } from 'wouter';

/** Where to go after signing in: a path of this site alone. */
export function useReturnPath(): string {
  const [parameters] = useSearchParams();
  return pathOfThisSite(parameters.get('to'));
}

export function pathOfThisSite(path: string | null): string {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** The code of the invite that a path shows; null for any other. */
export function inviteOf(path: string): string | null {
  const code = /^\/invites\/([^/]+)$/.exec(path)?.[1];
  return code === undefined ? null : decodeURIComponent(code);
}

/** What an address takes along, so that the next page leads there, too. */
export function queryFor(path: string): string {
  return path === '/' ? '' : `?to=${encodeURIComponent(path)}`;
}
