import type { Database } from '@palaver/db';
import type { WorkSource } from '../kernel/concurrency/background-work.js';
import type { Clock } from '../kernel/services/clock.js';
import type { Log } from '../kernel/services/logger.js';
import type { Secrets } from '../kernel/services/secrets.js';
import { tryLock } from '../kernel/sql/try-lock.js';
import { endRotation, findKeyRow } from './key-check.js';
import { readSealed, replaceSealed, WALK_START, type WalkPosition } from './sealed-texts.js';

/** A node that still ran with the key before may have sealed something meanwhile. */
const AGAIN_AFTER_MS = 10 * 60_000;

/** What is done of a walk through all sealed texts. */
interface Walk {
  readonly at: WalkPosition | null;
  readonly resealed: number;
  /** What neither key opens. */
  readonly unreadable: number;
}

const NOTHING_YET: Walk = { at: WALK_START, resealed: 0, unreadable: 0 };

interface ResealServices {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Seals anew what is sealed under the key before, in batches. It walks through all sealed texts after the start, and again every ten
 * minutes, for as long as the service has a key before. A text is replaced only where it is still the same. So any number of nodes
 * may do it, and nothing is lost where one is killed.
 */
export function resealing({ db, secrets, clock, log }: ResealServices): WorkSource {
  let walk = NOTHING_YET;
  let nextAt = 0;
  let isFirst = true;
  return async () => {
    if (secrets.previousFingerprint === null || clock.now().getTime() < nextAt) return false;
    const done = await resealSome(db, secrets, walk);
    if (done === null) return false;
    walk = done.at === null ? NOTHING_YET : done;
    if (done.at !== null) return true;
    nextAt = clock.now().getTime() + AGAIN_AFTER_MS;
    if (done.unreadable === 0) await endRotation(db, secrets);
    tell(log, done, isFirst);
    isFirst = false;
    return false;
  };
}

function tell(log: Log, { resealed, unreadable }: Walk, isFirst: boolean): void {
  if (unreadable > 0) {
    log.error(
      { resealed, unreadable },
      'Some secrets are sealed under neither SECRET_KEY nor SECRET_KEY_PREVIOUS',
    );
  } else if (isFirst || resealed > 0) {
    log.info({ resealed }, 'All secrets are sealed under SECRET_KEY');
  }
}

/** Does the next batch. Null, and nothing is done, while another node is at it or has a newer key. */
function resealSome(
  db: Database,
  secrets: Secrets,
  { at, resealed, unreadable }: Walk,
): Promise<Walk | null> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx, 'resealing'))) return null;
    if ((await findKeyRow(tx))?.fingerprint !== secrets.fingerprint) return null;
    const batch = at && (await readSealed(tx, at));
    if (batch === null) return { at: null, resealed, unreadable };
    const texts = batch.texts.map((one) => ({ ...one, key: secrets.keyOf(one.sealed, one.purpose) }));
    const old = texts.filter(({ key }) => key === 'previous');
    const anew = old.map((one) => ({
      ...one,
      anew: secrets.close(secrets.open(one.sealed, one.purpose) ?? '', one.purpose),
    }));
    await replaceSealed(tx, batch.place, anew);
    return {
      at: batch.next,
      resealed: resealed + anew.length,
      unreadable: unreadable + texts.filter(({ key }) => key === null).length,
    };
  });
}
