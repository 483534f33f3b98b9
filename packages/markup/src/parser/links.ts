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

/** A text that is an address itself, of the web. */
const ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\p{N}_-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}(?=[:/?#]|$)/iu;
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** The host that a link leads to, where its text is the address of another one; else null. */
export function otherHost(shown: string, href: string): string | null {
  const [address] = ADDRESS.exec(shown.replace(INVISIBLE, '')) ?? [];
  if (address === undefined || !/^https?:/i.test(href)) return null;
  const { host } = new URL(href);
  const url = /^https?:/i.test(address) ? address : `http://${address}`;
  const named = URL.canParse(url) ? new URL(url).hostname : null;
  return named === null || bare(named) === bare(new URL(href).hostname) ? null : host;
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '');
