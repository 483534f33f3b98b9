import { hash } from 'node:crypto';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import {
  type MessageRecord,
  type NamedPerson,
  type Origin,
  SOMEBODY,
  type SourceRecord,
} from '../converting/records.js';
import { fileAt, type Uploads } from './uploads.js';

const EVERY = Number.POSITIVE_INFINITY;
/** Instants are in milliseconds. One of less is in seconds: in milliseconds it would lie in the first weeks of 1970. */
const LEAST_MS = 100_000_000_000;

export interface PostPlace {
  readonly id: string;
  readonly directIds: readonly string[] | null;
}

/** A post and its replies. An export gives them no ids: these fields tell one from another, also after its text was edited. */
export function* messagesOf(
  post: Json,
  place: PostPlace,
  uploads: Uploads,
  from: Origin,
): Generator<SourceRecord> {
  const id = idOf(place.id, post);
  yield messageOf(post, { id, threadId: null, place }, uploads, from);
  for (const [index, reply] of itemsAt(post, 'replies', EVERY).entries()) {
    const origin: Origin = { kind: 'reply', ref: `${from.ref}, reply ${index + 1}` };
    yield messageOf(reply, { id: idOf(id, reply), threadId: id, place }, uploads, origin);
  }
}

function idOf(within: string, post: Json): string {
  const parts = [within, textAt(post, 'user'), Number(field(post, 'create_at')) || 0];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

interface Where {
  readonly id: string;
  readonly threadId: string | null;
  readonly place: PostPlace;
}

function messageOf(post: Json, { id, threadId, place }: Where, uploads: Uploads, from: Origin): SourceRecord {
  if (typeof post !== 'object' || post === null) return { type: 'leftOut', from, why: 'noObject' };
  if ((textAt(post, 'type') ?? '').startsWith('system_')) return { type: 'leftOut', from, why: 'note' };
  const at = instantAt(post, 'create_at');
  const editedAt = instantAt(post, 'edit_at').at;
  const isPinned = field(post, 'is_pinned') === true;
  return {
    type: 'message',
    from,
    id,
    placeId: place.id,
    directIds: place.directIds,
    author: personIn(post),
    threadId,
    at: at.at,
    editedAt: editedAt !== null && editedAt > 0 ? editedAt : null,
    isDeleted: false,
    pin: isPinned ? { by: null, at: null } : null,
    shownAs: textAt(post, 'props.override_username'),
    body: { message: textAt(post, 'message') ?? '', attachments: field(field(post, 'props'), 'attachments') },
    files: itemsAt(post, 'attachments', EVERY).map((file) => fileAt(textAt(file, 'path'), uploads)),
    reactions: itemsAt(post, 'reactions', EVERY).map((reaction) => ({
      by: personIn(reaction),
      emoji: emojiIn(textAt(reaction, 'emoji_name') ?? ''),
      at: instantAt(reaction, 'create_at').at,
    })),
    changes: at.changes,
  } satisfies MessageRecord & { from: Origin };
}

function instantAt(
  value: Json,
  name: string,
): { readonly at: number | null; readonly changes: readonly LineReasonCode[] } {
  const given = field(value, name);
  if (typeof given !== 'number') return { at: null, changes: [] };
  const isInSeconds = given > 1_000_000_000 && given < LEAST_MS;
  return isInSeconds ? { at: given * 1_000, changes: ['instantInSeconds'] } : { at: given, changes: [] };
}

function personIn(value: Json): NamedPerson {
  const name = textAt(value, 'user');
  return name === null ? SOMEBODY : { id: name, name, isBot: false };
}

const TONES = ['light', 'medium_light', 'medium', 'medium_dark', 'dark'];

/** Mattermost has the tone of a skin in the name: `+1_medium_dark_skin_tone`. */
function emojiIn(name: string): string {
  const [, base, tone] = /^(.+?)_((?:medium_)?(?:light|dark)|medium)_skin_tone$/.exec(name) ?? [];
  return base !== undefined && tone !== undefined ? `${base}::skin-tone-${TONES.indexOf(tone) + 2}` : name;
}
