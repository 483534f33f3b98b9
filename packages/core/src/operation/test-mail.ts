import { newId } from '@palaver/db';
import { transactAsAdmin } from '../admin/access.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { MailError } from '../kernel/services/mailer.js';
import { findAccount, isVerified } from '../mail/accounts.js';
import { testLetter } from '../mail/letters.js';
import type { AdminContext } from '../procedures/context.js';
import type { TestMail } from '../protocol/records/operation.js';
import type { TestMailInput } from './schemas.js';

/**
 * Sends a mail at once, and waits until the mail server has accepted it. The audit log has the try. Throws `MAIL_NOT_CONFIGURED`, `NO_EMAIL` without an address that can be taken, and `MAIL_FAILED` with the reason.
 */
export async function sendTestMail(ctx: AdminContext, input: TestMailInput): Promise<TestMail> {
  const { mailer, settings } = ctx.services;
  if (!mailer) throw new AppError('MAIL_NOT_CONFIGURED');
  const address = input.address ?? (await ownAddress(ctx));
  const id = newId();
  const sent = mailer.send({ id, to: address, ...testLetter(settings.publicUrl) });
  const failure = await sent.then(
    () => null,
    (error: unknown) => {
      if (error instanceof MailError) return error.reason;
      throw error;
    },
  );
  await transactAsAdmin(ctx, (_tx, record) =>
    record({ act: 'mail.tested', target: { id, name: address }, details: { failure } }),
  );
  if (failure !== null) throw new AppError('MAIL_FAILED', { message: sentenceOf(failure) });
  return { address };
}

async function ownAddress({ services, admin }: AdminContext): Promise<string> {
  if (admin.userId === null) throw invalidField('address', 'is needed: this call has no account');
  const account = await findAccount(services.db, admin.userId);
  if (account?.email && isVerified(account)) return account.email;
  throw new AppError('NO_EMAIL', { message: 'Your account has no verified e-mail address; give one.' });
}

/** By the codes of nodemailer and of SMTP. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'it refuses the user name or the password',
  '535': 'it refuses the user name or the password (535)',
  EDNS: 'its name does not resolve',
  ECONNECTION: 'it cannot be reached',
  ESOCKET: 'it cannot be reached, or its certificate is not valid',
  ETLS: 'it does not offer TLS as it should',
  ETIMEDOUT: 'it did not answer in time',
};

function sentenceOf(reason: string): string {
  return `The mail server has not accepted the mail: ${REASONS[reason] ?? `it answered ${reason}`}.`;
}
