import { at, field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import {
  type NamedPerson,
  type Origin,
  SOMEBODY,
  type SourceReaction,
  type SourceRecord,
} from '../converting/records.js';
import type { Integrations } from './integrations.js';
import { milliseconds, type Place, type SlackPin } from './places.js';
import type { Uploads } from './uploads.js';
import { SLACKBOT } from './users.js';

/** Notes that Slack itself makes; a thread that was also sent to the channel is one message. */
const NOTES =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|posting_permissions|convert_to_\w+)|bot_(?:add|remove|enable|disable)|(?:un)?pinned_item|reminder_add|huddle_thread|sh_room_\w+|reply_broadcast|message_replied|bookmark_\w+|joiner_notification|ekm_access_denied)$/;
const EVERY = Number.POSITIVE_INFINITY;

interface Where {
  readonly place: Pick<Place, 'id'>;
  readonly pin: SlackPin | null;
  readonly from: Origin;
}

/** A line of a day. */
export function messageOf(
  value: Json,
  { place, pin, from }: Where,
  integrations: Integrations,
  uploads: Uploads,
): SourceRecord {
  const subtype = textAt(value, 'subtype') ?? '';
  const ts = textAt(value, 'ts');
  const why = whyNot(value, subtype, ts);
  if (why !== null) return { type: 'leftOut', from, why };
  const thread = textAt(value, 'thread_ts');
  const author = authorOf(value, subtype, integrations);
  const isReply = thread !== null && thread !== ts;
  return {
    type: 'message',
    from,
    id: `${place.id}:${ts}`,
    placeId: place.id,
    directIds: null,
    author,
    threadId: isReply ? `${place.id}:${thread}` : null,
    alsoInChannel: isReply && subtype === 'thread_broadcast',
    at: milliseconds(ts),
    editedAt: milliseconds(at(value, 'edited.ts')),
    isDeleted: subtype === 'tombstone',
    pin,
    shownAs: author.isBot ? textAt(value, 'username') : null,
    body: bodyOf(value, subtype),
    files: uploads.of(value),
    reactions: reactionsOf(value),
    changes: [],
  };
}

function whyNot(value: Json, subtype: string, ts: string | null): LineReasonCode | null {
  if (field(value, 'type') !== 'message') return 'noMessage';
  if (ts === null) return 'noInstant';
  return NOTES.test(subtype) ? 'note' : null;
}

/** Who wrote a message: an id of `users.json`, or one of an integration. */
function authorOf(value: Json, subtype: string, integrations: Integrations): NamedPerson {
  const user = textAt(value, subtype === 'file_comment' ? 'comment.user' : 'user') ?? textAt(value, 'user');
  if (user === SLACKBOT) return { id: SLACKBOT, name: 'Slackbot', isBot: true };
  if (user !== null) {
    const paths = ['user_profile.display_name', 'user_profile.real_name', 'user_profile.name', 'username'];
    const name = paths.map((path) => textAt(value, path)).find((found) => found !== null) ?? null;
    return { id: user, name, isBot: false };
  }
  return integrations.authorOf(value) ?? SOMEBODY;
}

/** What people write has the same in its blocks; what integrations write has it in the blocks alone. */
function bodyOf(value: Json, subtype: string): Json {
  const attachments = field(value, 'attachments');
  const isDeed = subtype === 'me_message';
  if (subtype === 'file_comment') return { text: at(value, 'comment.comment'), attachments, isDeed };
  const text = field(value, 'text');
  const isWritten = textAt(value, 'text') !== null && textAt(value, 'bot_id') === null;
  return isWritten
    ? { text, attachments, isDeed }
    : { text, attachments, blocks: field(value, 'blocks'), isDeed };
}

function reactionsOf(value: Json): SourceReaction[] {
  return itemsAt(value, 'reactions', EVERY).flatMap((reaction) => {
    const emoji = textAt(reaction, 'name');
    if (emoji === null) return [];
    return itemsAt(reaction, 'users', EVERY).map((user) => ({ by: personOf(user), emoji, at: null }));
  });
}

function personOf(user: Json): NamedPerson {
  return typeof user === 'string' && user !== '' ? { id: user, name: null, isBot: false } : SOMEBODY;
}

/** Reactions without an emoji, and those of whose people the list has some alone, as Slack cuts it. */
export function reactionsLeftOut(value: Json): LineReasonCode[] {
  return itemsAt(value, 'reactions', EVERY).flatMap((reaction): LineReasonCode[] => {
    if (textAt(reaction, 'name') === null) return ['noEmoji'];
    const count = field(reaction, 'count');
    const isCut = typeof count === 'number' && count > itemsAt(reaction, 'users', EVERY).length;
    return isCut ? ['onlyCounted'] : [];
  });
}
