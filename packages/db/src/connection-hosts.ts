const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;

/** The URL with its first host alone, which `URL` can read, and all hosts as they are written. */
export interface DatabaseUrl {
  readonly url: URL;
  readonly hosts: string;
}

/**
 * Reads the URL of a database, which may name several hosts as libpq does: `postgres://a:5432,b:5432/name`. Throws for
 * no URL.
 */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  const several = hosts.includes(',');
  for (const host of several ? hosts.split(',') : [])
    if (!URL.canParse(`http://${host}`)) throw new TypeError(`${host} is no host`);
  return { url: new URL(several ? `${start}${hosts.split(',')[0]}${rest}` : text), hosts };
}

/** The text of a URL, with all its hosts. */
export function writeDatabaseUrl({ url, hosts }: DatabaseUrl): string {
  if (!hosts.includes(',')) return url.href;
  return url.href.replace(
    PARTS,
    (_all, start: string, _host: string, rest: string) => `${start}${hosts}${rest}`,
  );
}
