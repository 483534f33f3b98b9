import { PURPOSES } from '../kernel/services/secrets.js';
import type { Resources } from '../procedures/services.js';

/** Where one click, without a sign-in, ends the digests of a person (RFC 8058). It is always a page of this service. */
export function unsubscribeUrl(
  { secrets, settings }: Pick<Resources, 'secrets' | 'settings'>,
  userId: string,
): string {
  return `${settings.publicUrl}/api/mail/unsubscribe?token=${secrets.close(userId, PURPOSES.unsubscribe())}`;
}

/** The person of a token; null for one that is not valid. It works for as long as the service has its secret key. */
export function userOfUnsubscribeToken(
  { secrets }: Pick<Resources, 'secrets'>,
  token: string,
): string | null {
  return secrets.open(token, PURPOSES.unsubscribe());
}
