const HOUR_MS = 60 * 60_000;

/** Muted without an end: in the last year that the service takes. */
export const FOR_EVER = '9999-12-31T00:00:00.000Z';

/** The end of what is muted now; null where nothing is, or it is over. */
export function activeMute(mutedUntil: string | null, now = Date.now()): string | null {
  return mutedUntil !== null && Date.parse(mutedUntil) > now ? mutedUntil : null;
}

/** Whether what is muted until then is muted without an end. Other clients may choose another day of that year. */
export function isForEver(mutedUntil: string): boolean {
  return mutedUntil.startsWith('9999');
}

/** The end of what is muted now for some hours. */
export function afterHours(hours: number, now = new Date()): string {
  return new Date(now.getTime() + hours * HOUR_MS).toISOString();
}
