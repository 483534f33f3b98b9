import type { WorkSource } from '../kernel/concurrency/background-work.js';
import { MailError, type Mailer } from '../kernel/services/mailer.js';
import type { Resources } from '../procedures/services.js';
import { type Compose, composeLetter } from './compose.js';
import { countMail, type MailMeasures } from './measures.js';
import { postponeMail, removeMail, takeMail, type WaitingMail } from './outbox.js';

const MINUTE_MS = 60_000;
/** Longer than an attempt can take. After that another node tries. */
const ATTEMPT_MS = 2 * MINUTE_MS;
const FIRST_RETRY_MS = MINUTE_MS / 2;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;
/** After so long a mail is given up. */
const GIVEN_UP_MS = 8 * 60 * MINUTE_MS;
/**
 * A link to a new password is of no use to who has waited for it so long, and a digest may have waited for the end of the
 * quiet hours.
 */
const GIVEN_UP_MS_OF: Readonly<Record<string, number>> = {
  'reset-password': 30 * MINUTE_MS,
  digest: 24 * 60 * MINUTE_MS,
};

interface Delivering extends Pick<Resources, 'db' | 'clock' | 'log' | 'settings'> {
  readonly measures: MailMeasures;
}

/**
 * Sends the mails of the outbox, one at a time, as background work: each at least once. One that the server has taken
 * over just before the process died is sent a second time, with the same Message-ID.
 */
export function mailDelivery(ctx: Delivering, mailer: Mailer, composeDigest: Compose): WorkSource {
  return async () => {
    const { db, clock } = ctx;
    const now = clock.now();
    const mail = await takeMail(db, now, new Date(now.getTime() + ATTEMPT_MS));
    if (mail === null) return false;
    const pagesUrl = ctx.settings.mailPagesUrl ?? '';
    const letter = await db.transaction((tx) => composeLetter({ tx, mail, now, pagesUrl }, composeDigest));
    if (letter === null) await removeMail(db, mail.id);
    else if ('notBefore' in letter) await postponeMail(db, mail.id, letter.notBefore);
    else await attempt(ctx, mail, () => mailer.send({ id: mail.id, to: mail.address, ...letter }));
    return true;
  };
}

async function attempt(ctx: Delivering, mail: WaitingMail, send: () => Promise<void>): Promise<void> {
  const { db, clock, log, measures } = ctx;
  const { id, kind, attempts } = mail;
  try {
    await send();
    countMail(measures.sent, kind);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    countMail(measures.failed, kind);
    const { reason, isPermanent } = error;
    const now = clock.now().getTime();
    const age = now - mail.createdAt.getTime();
    if (!isPermanent && age < (GIVEN_UP_MS_OF[kind] ?? GIVEN_UP_MS)) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
      await postponeMail(db, id, new Date(now + waitMs));
      log.warn({ mailId: id, kind, attempts, reason }, 'A mail could not be sent and will be tried again');
      return;
    }
    log.error({ mailId: id, kind, attempts, reason }, 'A mail was given up');
  }
  await removeMail(db, id);
}
