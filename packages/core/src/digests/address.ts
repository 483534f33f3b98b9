import { isVerified, type MailAccount } from '../mail/accounts.js';

/** Where a person's digests go; null for who gets none. */
export function addressOf(
  account: Pick<MailAccount, 'email' | 'verifiedEmail' | 'deactivatedAt'> | null,
): string | null {
  return account !== null && account.deactivatedAt === null && isVerified(account) ? account.email : null;
}
