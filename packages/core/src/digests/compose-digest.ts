import { findAccount } from '../mail/accounts.js';
import type { Composing, Postponed } from '../mail/compose.js';
import type { Letter } from '../mail/letters.js';
import type { Resources } from '../procedures/services.js';
import { addressOf } from './address.js';
import { digestLetter } from './digest-letter.js';
import { findItemsOf } from './item-queries.js';
import { sortItems } from './plan-digest.js';
import { findDigest } from './queries.js';
import { delayOf } from './record.js';
import { unsubscribeUrl } from './unsubscribe-link.js';

/**
 * Writes a digest as its items are now: without what was read, deleted or closed to the person since. In quiet hours it
 * waits for their end. What alone has become quiet while the mail waited is left out, since the mail may have been sent
 * before.
 */
export async function composeDigest(
  services: Pick<Resources, 'secrets' | 'settings'>,
  { tx, mail, now, pagesUrl }: Composing,
): Promise<Letter | Postponed | null> {
  const { userId } = mail;
  const account = userId && (await findAccount(tx, userId));
  if (!account || addressOf(account) !== mail.address) return null;
  if (delayOf(await findDigest(tx, userId)) === 'off') return null;
  const items = await findItemsOf(tx, userId, mail.id);
  const { loud, quietUntil } = sortItems(items, now.getTime());
  if (loud.length > 0) {
    const { username } = account;
    return digestLetter({
      username,
      items: loud,
      pagesUrl,
      unsubscribeUrl: unsubscribeUrl(services, userId),
    });
  }
  return quietUntil === null ? null : { notBefore: new Date(quietUntil) };
}
