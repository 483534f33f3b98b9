/** What can be read as a slash or a backslash by whoever decodes the path a second time. */
const ENCODED_SLASH = /%(2f|5c)/i;

/** RFC 8252, 7.1: the scheme of an app is a domain name in reverse order, so `javascript:` and `data:` are none. */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Reads an address of the operator's list: an origin, with a path or without, or the scheme of an app. Null for what is no
 * such address.
 */
export function readRedirectRule(text: string): URL | null {
  const url = plainUrl(text);
  return url === null || url.search !== '' ? null : url;
}

/**
 * Whether the operator allows an address. The parsed parts are compared, because a comparison of texts takes
 * `https://app.example.evil.example` for an address below `https://app.example`.
 */
export function isAllowedRedirect(rules: readonly URL[], text: string): boolean {
  const url = plainUrl(text);
  return url !== null && rules.some((rule) => isBelow(rule, url));
}

/**
 * An address whose parts every parser reads in the same way: it is written as browsers write it, which leaves no
 * backslash, no white space and no `..`, and has neither a user name nor a fragment.
 */
function plainUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, username, password, pathname, href } = url;
  const isKnownScheme = protocol === 'https:' || protocol === 'http:' || APP_SCHEME.test(protocol);
  const isAsWritten = href === text || href === `${text}/`;
  const hasExtras = username !== '' || password !== '' || href.includes('#') || ENCODED_SLASH.test(pathname);
  return isKnownScheme && isAsWritten && !hasExtras && !text.includes('\\') ? url : null;
}

function isBelow(rule: URL, { protocol, host, pathname }: URL): boolean {
  const folder = rule.pathname.endsWith('/') ? rule.pathname : `${rule.pathname}/`;
  const isWithin = pathname === rule.pathname || pathname.startsWith(folder);
  return rule.protocol === protocol && rule.host === host && isWithin;
}
