import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { type BuiltSpan, text } from '@palaver/markup/build';
import { linesOf } from '../../incoming-webhooks/dialects/card.js';
import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { usableContent } from '../../incoming-webhooks/webhook-post.js';
import { findMentions } from '../../messages/mentions/find.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { emojiNamed } from '../converting/emoji.js';
import { instantOf } from '../converting/names.js';
import type { LinePlace, MattermostExport } from './open-export.js';
import { postText } from './post-text.js';

/** A post or a reply: where its line is, and which reply of the line it is; -1 for the post itself. */
export interface PostPlace extends LinePlace {
  readonly createdAt: number;
  readonly reply: number;
}

const REPLIES_MAX = 100_000;
const REACTIONS_MAX = 10_000;
const FILES_MAX = 100;

/** Of what the export names nobody for. A username there has no space. */
export const SOMEBODY = 'some body';

/** Who wrote a post or a reply, or reacted: a username, which the export may have no line of. */
export function personIn(value: Json): string {
  return textAt(value, 'user')?.slice(0, 128) ?? SOMEBODY;
}

/** Everybody whom a post and its replies name as an author, or by a reaction. */
export function* peopleOfPost(post: Json): Generator<string> {
  for (const said of [post, ...itemsAt(post, 'replies', REPLIES_MAX)]) {
    yield personIn(said);
    for (const reaction of itemsAt(said, 'reactions', REACTIONS_MAX)) yield personIn(reaction);
  }
}

/** Notes that Mattermost itself makes. */
export function isNote(post: Json): boolean {
  return (textAt(post, 'type') ?? '').startsWith('system_');
}

/** Where the post of a line stands in time, and its replies, none of which is before it. */
export function placesOfPost(post: Json, { offset, length }: LinePlace): PostPlace[] {
  const createdAt = Number(field(post, 'create_at')) || 0;
  const replies = itemsAt(post, 'replies', REPLIES_MAX).map((reply, index) => ({
    offset,
    length,
    createdAt: Math.max(createdAt, Number(field(reply, 'create_at')) || 0),
    reply: index,
  }));
  return [{ offset, length, createdAt, reply: -1 }, ...replies];
}

/** In the order of time; a post comes before its replies. */
export function inOrder(posts: readonly PostPlace[]): PostPlace[] {
  return [...posts].sort((a, b) => a.createdAt - b.createdAt || a.offset - b.offset || a.reply - b.reply);
}

export interface PostConversion {
  readonly source: Pick<MattermostExport, 'upload'>;
  readonly users: ReadonlySet<string>;
  /** The names of channels here, by their names there. */
  readonly channels: ReadonlyMap<string, string>;
  readonly leaveOut: (why: LeftOut) => void;
}

export type LeftOut =
  | 'notes of the service (joined, renamed and the like)'
  | 'posts that come twice in the export'
  | 'files that the export does not have'
  | 'posts of other teams and of channels that the export does not have'
  | 'direct messages of less than 2 or more than 10 people';

/** The export gives posts no id; as in Mattermost's own import, these fields tell one from another. */
export function idOf(channelId: string, post: Json): string {
  const parts = [
    channelId,
    textAt(post, 'user'),
    Number(field(post, 'create_at')) || 0,
    textAt(post, 'message'),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The lines of a post or a reply: itself, its reactions and its pin. */
export function postLines(
  channelId: string,
  post: Json,
  { threadId, at }: { readonly threadId: string | null; readonly at: Date },
  conversion: PostConversion,
): GivenArchiveLine[] {
  const id = idOf(channelId, post);
  const createdAt = at.toISOString();
  const userId = personIn(post);
  const { attachments, links } = filesOf(post, createdAt, conversion);
  const said = textAt(post, 'message') ?? '';
  const content = usableContent(postText(post, conversion.channels, linesOf(links)), 40_000);
  const editedAt = Number(field(post, 'edit_at')) || 0;
  const updatedAt = instantOf(Math.max(at.getTime(), editedAt));
  const message: GivenArchiveLine = {
    type: 'message',
    data: {
      id,
      channelId,
      userId,
      threadId,
      content: content === '' && attachments.length === 0 ? '…' : content,
      createdAt,
      updatedAt: updatedAt.toISOString(),
      edited: editedAt > 0,
      mentions: mentionsIn(said, conversion),
      attachments,
    },
  };
  const pinned: GivenArchiveLine[] =
    field(post, 'is_pinned') === true
      ? [{ type: 'pin', data: { messageId: id, pinnedBy: userId, pinnedAt: createdAt } }]
      : [];
  return [message, ...reactionLines(id, post, createdAt), ...pinned];
}

function mentionsIn(text: string, { users }: PostConversion) {
  const { names, channel, here } = findMentions(text);
  const known = names.map((spelled) => spelled.find((name) => users.has(name)));
  const isToAll = names.some((spelled) => spelled.includes('all'));
  const userIds = [...new Set(known.flatMap((name) => name ?? []))];
  return { userIds, channel: channel || (isToAll && !users.has('all')), here };
}

type Attachments = NonNullable<Extract<GivenArchiveLine, { type: 'message' }>['data']['attachments']>;

function filesOf(post: Json, createdAt: string, { source, leaveOut }: PostConversion) {
  const attachments: Attachments = [];
  const links: BuiltSpan[][] = [];
  for (const file of itemsAt(post, 'attachments', FILES_MAX)) {
    const path = textAt(file, 'path') ?? '';
    const filename = [...(basename(path) || 'file')].slice(0, 1_024).join('');
    const upload = source.upload(path);
    if (upload === null) {
      leaveOut('files that the export does not have');
      links.push([text(`[${filename}]`)]);
    } else attachments.push({ id: upload.name, filename, createdAt, file: upload });
  }
  return { attachments, links };
}

function reactionLines(messageId: string, post: Json, postedAt: string): GivenArchiveLine[] {
  const done = new Set<string>();
  return itemsAt(post, 'reactions', REACTIONS_MAX).flatMap((reaction): GivenArchiveLine[] => {
    const userId = personIn(reaction);
    const name = textAt(reaction, 'emoji_name');
    if (name === null) return [];
    const emoji = emojiNamed(name) ?? name.slice(0, 64);
    if (done.has(`${userId} ${emoji}`)) return [];
    done.add(`${userId} ${emoji}`);
    const at = Number(field(reaction, 'create_at')) || 0;
    const createdAt = at > 0 ? instantOf(at).toISOString() : postedAt;
    return [{ type: 'reaction', data: { messageId, userId, emoji, createdAt } }];
  });
}
