import type { NotificationOutcome } from '../protocol/records/effective-preference.js';
import { decideNotification, type MessageForPerson } from './decide-notification.js';
import type { EffectivePreference, Source } from './preference-facts.js';

type Kind = NotificationOutcome['message'];

const PLAIN = { isDm: false, isReply: false, isMentioned: false, hasKeyword: false, followsThread: false };

const MESSAGES: Readonly<Record<Kind, Omit<MessageForPerson, 'at'>>> = {
  direct_message: { ...PLAIN, isDm: true },
  mention: { ...PLAIN, isMentioned: true },
  keyword: { ...PLAIN, hasKeyword: true },
  followed_reply: { ...PLAIN, isReply: true, followsThread: true },
  other: PLAIN,
};

/** Says what would become of a kind of message at an instant (in milliseconds since 1970), by the rule that decides. */
export function explainOutcome(
  message: Kind,
  at: number,
  preference: EffectivePreference,
): NotificationOutcome {
  const { kind, silence } = decideNotification({ ...MESSAGES[message], at }, preference);
  const notifies = kind !== null && silence === null;
  return {
    message,
    kind,
    notifies,
    silence,
    reason: reasonOf(kind === null ? 'no item' : silence, preference),
  };
}

function reasonOf(
  why: ReturnType<typeof decideNotification>['silence'] | 'no item',
  { level, mutedUntil, quietHours, quietDays, timezone, dndUntil }: EffectivePreference,
): string {
  const levelText = `the level is "${level.value}" (${SET[level.from]})`;
  switch (why) {
    case null:
      return `It notifies: ${levelText}, and you are neither muted nor in quiet hours, and may be disturbed.`;
    case 'no item':
      return `It makes no item: ${levelText}.`;
    case 'level':
      return `It makes an item without disturbing you: ${levelText}.`;
    case 'muted': {
      const until = new Date(mutedUntil.value ?? 0).toISOString();
      return `It makes an item without disturbing you: muted until ${until} (${SET[mutedUntil.from]}).`;
    }
    case 'dnd': {
      const until = new Date(dndUntil ?? 0).toISOString();
      return `It makes an item without disturbing you: you are not to be disturbed until ${until} (set for your account).`;
    }
    case 'quiet': {
      const { value: hours } = quietHours;
      const times = hours && `from ${hours.start} to ${hours.end} (${SET[quietHours.from]})`;
      const days = quietDays.value.length > 0 && `on ${quietDays.value.join(', ')} (${SET[quietDays.from]})`;
      const when = [times, days].filter(Boolean).join(' and ');
      return `It makes an item without disturbing you: it is quiet ${when} in ${timezone.value} (${SET[timezone.from]}).`;
    }
  }
}

const SET: Readonly<Record<Source, string>> = {
  channel: 'set for the channel',
  server: 'set for the server',
  account: 'set for your account',
  channelDefault: 'the default of the channel',
  default: 'the default',
};
