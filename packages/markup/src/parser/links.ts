import { linkifier } from './linkifier.js';

/** Links lead to the web or to a mailbox, and nowhere else. */
const USABLE = /^(?:https?:\/\/[^/?#\s]|mailto:[^\s@]+@[^\s@])/i;

export function isUsable(href: string): boolean {
  return USABLE.test(href) && URL.canParse(href);
}

const ENCODED = /^[!#-;=?-[\]_a-z~]*$/;

/** An address as a browser calls it: what is not ASCII is encoded. */
export function encoded(href: string): string {
  return ENCODED.test(href) || !URL.canParse(href) ? href : new URL(href).href;
}

/** An address of the web and nothing else, of whichever top level domain. */
const ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}_-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}(?=[:/?#]|$)\S*$/iu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** Turns letters around, so that nobody can tell what a text shows. */
const OVERRIDE = /[\u202d\u202e]/;
const FULL_STOP = /(?<=[a-z0-9])。(?=[a-z0-9])/gi;
const SLASH = /[\u2044\u2215\u29f8]/g;
/** More of the text of a link is not looked at. */
const READ_MAX = 1_000;

const linkify = linkifier({ fuzzyLink: true });

/** The host that a link leads to, where its text names another one; else null. */
export function otherHost(shown: string, href: string): string | null {
  const [target] = hostsOf(href);
  if (target === undefined) return null;
  if (OVERRIDE.test(shown)) return target.host;
  const isOther = addressesIn(shown)
    .flatMap(hostsOf)
    .some(({ name }) => name !== target.name);
  return isOther ? target.host : null;
}

function addressesIn(shown: string): string[] {
  const text = shown
    .slice(0, READ_MAX)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(FULL_STOP, '.')
    .replace(SLASH, '/')
    .trim();
  if (!text.includes('.')) return [];
  const whole = ADDRESS.test(text) ? [/^https?:/i.test(text) ? text : `http://${text}`] : [];
  return [...whole, ...(linkify.match(text) ?? []).map(({ url }) => url)];
}

/** The host of an address, and what it is compared by; that of a mailbox, too. */
function hostsOf(address: string): Array<{ readonly host: string; readonly name: string }> {
  const url = address.replace(/^mailto:[^?]*@/i, 'http://');
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return [];
  const { host, hostname } = new URL(url);
  return [{ host, name: hostname.toLowerCase().replace(/^www\./, '') }];
}
