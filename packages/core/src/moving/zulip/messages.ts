import { field, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { type Origin, SOMEBODY, type SourceRecord } from '../converting/records.js';
import type { Files } from './files.js';
import type { Reactions } from './reactions.js';
import type { Recipients } from './recipients.js';

/** The first message of each topic of a channel begins its thread here. */
export class Topics {
  readonly #first = new Map<string, string>();

  /** The id of the message that begins the topic; null for the one that does. */
  rootOf(placeId: string, topic: string, id: string): string | null {
    const key = `${placeId} ${topic.toLowerCase()}`;
    const root = this.#first.get(key);
    if (root === undefined) this.#first.set(key, id);
    // The same message once more begins nothing else.
    return root === undefined || root === id ? null : root;
  }
}

interface MessageHome {
  readonly recipients: Recipients;
  readonly topics: Topics;
  readonly files: Files;
  readonly reactions: Reactions;
}

export function messageOf(message: Json, home: MessageHome, from: Origin): SourceRecord {
  const [id, sender] = [textAt(message, 'id'), textAt(message, 'sender')];
  if (id === null) return { type: 'leftOut', from, why: 'noId' };
  const recipient = home.recipients.find(textAt(message, 'recipient') ?? '', sender ?? SOMEBODY.id);
  if (recipient === null) return { type: 'leftOut', from, why: 'ofUnknownChannel' };
  const topic = recipient.userIds === null ? (textAt(message, 'subject') ?? '') : '';
  const threadId = topic === '' ? null : home.topics.rootOf(recipient.placeId, topic, id);
  return {
    type: 'message',
    from,
    id,
    placeId: recipient.placeId,
    directIds: recipient.userIds,
    author: sender === null ? SOMEBODY : { id: sender, name: null, isBot: false },
    threadId,
    at: milliseconds(field(message, 'date_sent')),
    editedAt: milliseconds(field(message, 'last_edit_time')),
    isDeleted: false,
    pin: null,
    shownAs: null,
    body: {
      title: threadId === null && topic !== '' ? topic : null,
      content: textAt(message, 'content') ?? '',
    },
    files: home.files.ofMessage(id),
    reactions: home.reactions.take(id),
    changes: [],
  };
}

/** Zulip has instants in seconds since 1970. */
function milliseconds(seconds: Json): number | null {
  return typeof seconds === 'number' ? Math.floor(seconds * 1_000) : null;
}
