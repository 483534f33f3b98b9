import type { DigestDelay } from '../protocol/records/mail-preferences.js';

const MINUTE_MS = 60_000;

/** In milliseconds; `off` has none. */
export const DELAY_MS: Readonly<Record<Exclude<DigestDelay, 'off'>, number>> = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
};

/** For who has chosen nothing. */
export const DEFAULT_DELAY = '1h';
