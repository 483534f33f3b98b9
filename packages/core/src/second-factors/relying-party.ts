import type { Settings } from '../kernel/services/settings.js';

/** Whom passkeys are for (WebAuthn, Relying Party): the domain, and the origins whose pages may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/**
 * The pages are those of the service itself and of `CORS_ORIGINS`. The domain is the longest that all of their hosts lie in,
 * so that a passkey works on each; where they have none in common, it is the host of the service. A browser has no passkeys
 * for addresses, so a loopback address is `localhost`.
 */
export function relyingParty({
  publicUrl,
  corsOrigins,
}: Pick<Settings, 'publicUrl' | 'corsOrigins'>): RelyingParty {
  const own = new URL(publicUrl);
  if (LOOPBACK.has(own.hostname)) own.hostname = 'localhost';
  const origins = [...new Set([own.origin, ...corsOrigins])];
  const [first, ...others] = origins.map((origin) => new URL(origin).hostname);
  const common = others.reduce(commonDomain, first ?? own.hostname);
  return { id: isDomain(common) ? common : own.hostname, origins };
}

function commonDomain(a: string, b: string): string {
  const [labels, others] = [a.split('.').reverse(), b.split('.').reverse()];
  const at = labels.findIndex((label, n) => label !== others[n]);
  return (at === -1 ? labels : labels.slice(0, at)).reverse().join('.');
}

/** `com` alone is no domain that passkeys may be for; a browser also refuses `co.uk`. */
function isDomain(host: string): boolean {
  return host === 'localhost' || (host.includes('.') && !/^[\d.]+$/.test(host));
}
