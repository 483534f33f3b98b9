import type { Message } from '@palaver/client';
import type { PalaverStore } from '@palaver/client/store';
import { fieldValue } from '../later/times.js';

/** As in a field for a date: `2026-03-10`. */
type Day = string;
const DAY_LENGTH = 10;

/** So far back is looked on the first day of a channel, in messages. */
const LOOK_BACK = 100;

/**
 * The id of the first message of a channel from a day on; null where there is none from that day or before. Days are those of the
 * person's time zone, as in a search.
 */
export async function firstOfDay(
  { client: { api } }: PalaverStore,
  channelId: string,
  day: Day,
): Promise<string | null> {
  const newestBefore = async (end: Day): Promise<string | null> => {
    const q = `in:${channelId} before:${end}`;
    const [found] = await api.search.everywhere.query({ q, limit: 1 });
    return found?.message.id ?? null;
  };
  const idOf = (message: Message | undefined, otherwise: string) => message?.id ?? otherwise;
  const before = await newestBefore(day);
  if (before !== null) {
    const [next] = await api.messages.list.query({ channelId, after: before, limit: 1 });
    return idOf(next, before);
  }
  const ofDay = await newestBefore(dayAfter(day));
  if (ofDay === null) return null;
  const older = await api.messages.list.query({ channelId, before: ofDay, limit: LOOK_BACK });
  return idOf(older.at(-1), ofDay);
}

/** The day after another one. */
export function dayAfter(day: Day): Day {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, DAY_LENGTH);
}

/** A day as a field for dates has it, in the device's time zone. */
export function dayField(date: Date): Day {
  return fieldValue(date).slice(0, DAY_LENGTH);
}
