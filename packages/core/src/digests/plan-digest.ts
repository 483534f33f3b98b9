import { decideNotification } from '../notifications/decide-notification.js';
import { type EffectivePreference, effectivePreference } from '../notifications/preference-facts.js';
import { nextUnquiet } from '../notifications/quiet-hours.js';
import type { MailedItem } from './item-queries.js';

/** What is to be mailed now, and when to look again. Instants are in milliseconds since 1970. */
export interface DigestPlan<Item> {
  readonly now: readonly Item[];
  /** Null: when another item comes. */
  readonly dueAt: number | null;
}

/** When somebody was last seen to read, and for how long they must not have. */
interface Silence {
  readonly lastReadAt: number | null;
  readonly delayMs: number;
}

/**
 * Plans the digest of a person's unread items. It is due when the oldest of them has waited for the delay, and the person
 * has read nothing for as long. What is muted by now waits for another item.
 */
export function planDigest(
  items: readonly MailedItem[],
  { lastReadAt, delayMs }: Silence,
  now: number,
): DigestPlan<MailedItem> {
  const { loud, quiet, quietUntil } = sortItems(items, now);
  const wanted = [...loud, ...quiet];
  if (wanted.length === 0) return { now: [], dueAt: null };
  const oldest = Math.min(...wanted.map(({ at }) => at));
  const silentUntil = Math.max(oldest, lastReadAt ?? 0) + delayMs;
  return silentUntil > now ? { now: [], dueAt: silentUntil } : { now: loud, dueAt: quietUntil };
}

/**
 * The items that may disturb their owner at an instant, and those that may once their quiet hours, or the time in which they
 * are not to be disturbed, are over. A reminder may always.
 */
export function sortItems<Item extends MailedItem>(items: readonly Item[], at: number) {
  const loud: Item[] = [];
  const quiet: Item[] = [];
  let quietUntil: number | null = null;
  for (const item of items) {
    // The person has chosen the time.
    if (item.isReminder) {
      loud.push(item);
      continue;
    }
    const preference = effectivePreference(item);
    const { kind, silence } = decideNotification(messageOf(item, at), preference);
    if (kind === null) continue;
    if (silence === null) loud.push(item);
    if (silence !== 'quiet' && silence !== 'dnd') continue;
    quiet.push(item);
    quietUntil = Math.min(
      quietUntil ?? Number.POSITIVE_INFINITY,
      silence === 'dnd' ? (preference.dndUntil ?? at) : endOfQuiet(preference, at),
    );
  }
  return { loud, quiet, quietUntil };
}

function messageOf({ isDm, isMentioned, hasKeyword }: MailedItem, at: number) {
  return { isDm, isReply: false, isMentioned, hasKeyword, followsThread: false, at };
}

function endOfQuiet({ quietHours, quietDays, timezone }: EffectivePreference, at: number): number {
  return nextUnquiet({ hours: quietHours.value, days: quietDays.value }, timezone.value, at);
}
