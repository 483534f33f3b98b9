import type { Resources } from '../procedures/services.js';

/** The kind of mail that a token is for: one of another kind does not open. */
const PURPOSE = 'unsubscribe from digests';

/** Where one click, without a sign-in, ends the digests of a person (RFC 8058). It is always a page of this service. */
export function unsubscribeUrl(
  { secrets, settings }: Pick<Resources, 'secrets' | 'settings'>,
  userId: string,
): string {
  return `${settings.publicUrl}/api/mail/unsubscribe?token=${secrets.close(userId, PURPOSE)}`;
}

/** The person of a token; null for one that is not valid. It works for as long as the service has its secret key. */
export function userOfUnsubscribeToken(
  { secrets }: Pick<Resources, 'secrets'>,
  token: string,
): string | null {
  return secrets.open(token, PURPOSE);
}
