import { iso } from '../kernel/sql/instant.js';
import type { DigestDelay, MailPreferences } from '../protocol/records/mail-preferences.js';
import { DEFAULT_DELAY } from './delays.js';
import type { DigestRow } from './queries.js';

/** After how long a silence a digest comes; the default where nothing is chosen. */
export function delayOf(row: Pick<DigestRow, 'delay'> | null): DigestDelay {
  return row?.delay ?? DEFAULT_DELAY;
}

/** The record as the service sends it. */
export function toMailPreferences(row: DigestRow | null): MailPreferences {
  const updatedAt = row?.updatedAt ?? null;
  return { digest: delayOf(row), updatedAt: updatedAt && iso(updatedAt) };
}
