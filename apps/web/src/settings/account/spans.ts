/** For how long something is to last that a person sets now. */
export const SPANS = ['half-hour', 'hour', 'four-hours', 'today', 'week'] as const;
export type Span = (typeof SPANS)[number];

const MINUTES: Readonly<Partial<Record<Span, number>>> = {
  'half-hour': 30,
  hour: 60,
  'four-hours': 240,
  week: 7 * 24 * 60,
};

/** When it ends; null for what is no span, and so has no end. */
export function endOf(span: string, now = new Date()): string | null {
  const known = SPANS.find((each) => each === span);
  if (known === undefined) return null;
  const minutes = MINUTES[known];
  if (minutes !== undefined) return new Date(now.getTime() + minutes * 60_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).toISOString();
}

export function isPast(instant: string): boolean {
  return Date.parse(instant) <= Date.now();
}
