import type { NotificationKind } from '../protocol/records/notification.js';
import type { EffectivePreference } from './preference-facts.js';
import { isQuiet } from './quiet-hours.js';

/** What decides about a message, as far as one person is concerned who may read it and has not written it. */
export interface MessageForPerson {
  readonly isDm: boolean;
  /** And its thread alone has it. */
  readonly isReply: boolean;
  /** By name, by `@channel`, or by `@here` while online. */
  readonly isMentioned: boolean;
  /** It has a keyword of the person's. */
  readonly hasKeyword: boolean;
  readonly followsThread: boolean;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The kind of an item that a message makes. A reminder is the person's own doing. */
export type DecidedKind = Exclude<NotificationKind, 'reminder'>;

/** What is to become of a message for a person. */
export interface Decision {
  /** The item in the inbox; null for none. */
  readonly kind: DecidedKind | null;
  /** Why nothing may disturb the person with the item; null where it may. */
  readonly silence: 'level' | 'muted' | 'quiet' | 'dnd' | null;
}

/** Decides about a notification (docs/notifications.md, What notifies). */
export function decideNotification(message: MessageForPerson, preference: EffectivePreference): Decision {
  const kind = kindOf(message, preference);
  return { kind, silence: kind && silenceOf(message, preference) };
}

function kindOf(message: MessageForPerson, { level }: EffectivePreference): DecidedKind | null {
  // Nobody writes to a person without a trace.
  if (message.isDm) return 'dm';
  if (level.value === 'nothing') return null;
  if (message.isMentioned) return 'mention';
  if (message.hasKeyword) return 'keyword';
  if (message.followsThread) return 'thread_reply';
  if (message.isReply) return null;
  return level.value === 'all' ? 'channel' : null;
}

function silenceOf(
  { isDm, isMentioned, followsThread, at }: MessageForPerson,
  { level, mutedUntil, quietHours, quietDays, timezone, dndUntil }: EffectivePreference,
): Decision['silence'] {
  const isWanted = level.value === 'all' || (level.value === 'mentions' && (isMentioned || followsThread));
  if (isDm && !isWanted) return 'level';
  if (mutedUntil.value !== null && at < mutedUntil.value) return 'muted';
  if (isQuiet({ hours: quietHours.value, days: quietDays.value }, timezone.value, at)) return 'quiet';
  return dndUntil !== null && at < dndUntil ? 'dnd' : null;
}
