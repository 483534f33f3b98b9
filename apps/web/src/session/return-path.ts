import { useSearchParams } from 'wouter';

/** Where to go after signing in: a path of this site alone. */
export function useReturnPath(): string {
  const [parameters] = useSearchParams();
  return pathOfThisSite(parameters.get('to'));
}

/** Two slashes begin the name of another host. Browsers skip tabs and line breaks before they look for them. */
const OF_THIS_SITE = /^\/(?![\t\n\r]*[/\\])/;

export function pathOfThisSite(path: string | null): string {
  return path !== null && OF_THIS_SITE.test(path) ? path : '/';
}

/** The code of the invite that a path shows; null for any other. */
export function inviteOf(path: string): string | null {
  const code = /^\/invites\/([^/?#]+)$/.exec(path)?.[1];
  return code === undefined ? null : decoded(code);
}

/** The code in what somebody has typed, which may be the link of an invite. */
export function inviteCodeIn(typed: string): string {
  const path = typed.trim().replace(/[?#].*$/, '');
  return /([^/]*)\/*$/.exec(path)?.[1] ?? '';
}

/** A part of an address as it was before it was encoded. What is no encoding stays as it is: anybody can type an address. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What an address takes along, so that the next page leads there, too. */
export function queryFor(path: string): string {
  return path === '/' ? '' : `?to=${encodeURIComponent(path)}`;
}
