import { type BuiltBlock, type BuiltSpan, emphasis, link, text, write } from '@palaver/markup/build';
import { linesOf } from '../../incoming-webhooks/dialects/card.js';
import { at, field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { slackContent } from '../../incoming-webhooks/dialects/slack.js';
import type { SlackNames } from '../../incoming-webhooks/dialects/slack-tokens.js';
import { usableContent } from '../../incoming-webhooks/webhook-post.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { emojiNamed } from '../converting/emoji.js';
import { type Place, secondsToDate } from './channels.js';
import type { SlackExport } from './open-export.js';
import type { Person } from './people.js';

/** What a message is converted with. */
export interface Conversion {
  readonly source: SlackExport;
  readonly people: ReadonlyMap<string, Person>;
  readonly owner: Person;
  readonly channels: ReadonlyMap<string, string>;
  /** Counts what is left out, by why. */
  readonly leaveOut: (why: LeftOut) => void;
}

export type LeftOut =
  | 'notes of the service (joined, renamed and the like)'
  | 'messages that come twice in the export'
  | 'files that the export does not have'
  | 'reactions of nobody known'
  | 'direct messages of less than 2 or more than 10 people';

/** Notes that Slack itself makes; a thread that was also sent to the channel is one message. */
const NOTES =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|posting_permissions|convert_to_\w+)|bot_(?:add|remove|enable|disable)|(?:un)?pinned_item|reminder_add|huddle_thread|sh_room_\w+|reply_broadcast|message_replied|bookmark_\w+|joiner_notification|ekm_access_denied)$/;

/** A message of a day, with its place in the order of time. */
export interface DayMessage {
  readonly ts: string;
  readonly value: Json;
}

/** The messages of a day in their order, without the notes. */
export function messagesOfDay(day: Json, leaveOut: Conversion['leaveOut']): DayMessage[] {
  const found: DayMessage[] = [];
  for (const value of Array.isArray(day) ? day : []) {
    const ts = textAt(value, 'ts');
    if (ts === null || field(value, 'type') !== 'message') continue;
    if (NOTES.test(textAt(value, 'subtype') ?? ''))
      leaveOut('notes of the service (joined, renamed and the like)');
    else found.push({ ts, value });
  }
  return found.sort((a, b) => Number(a.ts) - Number(b.ts) || (a.ts < b.ts ? -1 : 1));
}

/** Who wrote a message: an id of `users.json`, or one of an integration. */
export function authorOf(value: Json): {
  readonly id: string;
  readonly name: string | null;
  readonly isBot: boolean;
} {
  const user = textAt(value, 'user');
  if (user !== null) {
    const paths = ['user_profile.display_name', 'user_profile.real_name', 'user_profile.name', 'username'];
    return {
      id: user,
      name: paths.map((path) => textAt(value, path)).find((name) => name !== null) ?? null,
      isBot: false,
    };
  }
  const bot = textAt(value, 'bot_id') ?? textAt(value, 'username') ?? 'unknown';
  const name = textAt(value, 'username') ?? textAt(value, 'bot_profile.name');
  return { id: `bot:${bot.slice(0, 100)}`, name, isBot: true };
}

/** How far the conversion of a place is. */
export interface PlaceState {
  /** The messages that begin a thread, by `ts`. */
  readonly roots: Set<string>;
  /** The `ts` of the messages of this day and the one before. */
  seen: Set<string>;
  lastAt: number;
}

/** The lines of a message: itself, its reactions and its pin. */
export function messageLines(
  place: Place,
  { ts, value }: DayMessage,
  state: PlaceState,
  conversion: Conversion,
): GivenArchiveLine[] {
  const id = `${place.id}:${ts}`;
  // Instants never run backwards within a channel, and ours have milliseconds.
  const createdAt = new Date(Math.max(state.lastAt, secondsToDate(ts).getTime()));
  state.lastAt = createdAt.getTime();
  const thread = textAt(value, 'thread_ts');
  if (thread === ts || field(value, 'reply_count') !== undefined) state.roots.add(ts);
  // The message that began the thread may be older than the export.
  const threadId =
    thread !== null && thread !== ts && state.roots.has(thread) ? `${place.id}:${thread}` : null;
  const base = {
    id,
    channelId: place.id,
    userId: authorOf(value).id,
    threadId,
    createdAt: createdAt.toISOString(),
  };
  if (textAt(value, 'subtype') === 'tombstone') {
    const gone = { ...base, content: '', updatedAt: base.createdAt, deletedAt: base.createdAt };
    return [{ type: 'message', data: { ...gone, userId: known(gone.userId, conversion) } }];
  }
  const { blocks, mentions } = contentOf(value, conversion);
  const { attachments, links } = filesOf(value, base.createdAt, conversion);
  const content = usableContent(write([...blocks, ...linesOf(links)]), 40_000);
  const editedTs = textAt(value, 'edited.ts');
  const editedAt =
    editedTs === null ? null : new Date(Math.max(createdAt.getTime(), secondsToDate(editedTs).getTime()));
  return [
    {
      type: 'message',
      data: {
        ...base,
        userId: known(base.userId, conversion),
        // Every message is there, also one that showed a form alone.
        content: content === '' && attachments.length === 0 ? '…' : content,
        updatedAt: (editedAt ?? createdAt).toISOString(),
        edited: editedAt !== null,
        mentions,
        attachments,
      },
    },
    ...reactionLines(id, value, base.createdAt, conversion),
    ...pinLines(id, ts, place, conversion),
  ];
}

function known(userId: string, { people, owner }: Conversion): string {
  return people.has(userId) ? userId : owner.id;
}

function contentOf(value: Json, { people, channels }: Conversion) {
  const userIds = new Set<string>();
  const names: SlackNames = {
    user: (id) => {
      const person = people.get(id);
      if (person === undefined) return null;
      userIds.add(id);
      return person.username;
    },
    channel: (id) => channels.get(id) ?? null,
    group: () => null,
  };
  // What people write has the same in its blocks; what integrations write has it in the blocks alone.
  const isWritten = textAt(value, 'text') !== null && textAt(value, 'bot_id') === null;
  const payload = isWritten ? { text: at(value, 'text'), attachments: at(value, 'attachments') } : value;
  const { blocks, mentions } = slackContent(payload, names);
  const says = new Set(mentions);
  return {
    blocks: textAt(value, 'subtype') === 'me_message' ? blocks.map(asDeed) : blocks,
    mentions: { userIds: [...userIds].slice(0, 200), channel: says.has('@channel'), here: says.has('@here') },
  };
}

/** What somebody does (`/me waves`) is in italics, as in Slack. */
function asDeed(block: BuiltBlock): BuiltBlock {
  return block.type === 'paragraph' ? { ...block, spans: [emphasis(...block.spans)] } : block;
}

const FILES_MAX = 100;

type Attachments = NonNullable<Extract<GivenArchiveLine, { type: 'message' }>['data']['attachments']>;

/** The files that the export has; of others the message keeps the name and the link, which works for who may still see them there. */
function filesOf(value: Json, createdAt: string, { source, leaveOut }: Conversion) {
  const attachments: Attachments = [];
  const links: BuiltSpan[][] = [];
  for (const file of itemsAt(value, 'files', FILES_MAX)) {
    const id = textAt(file, 'id') ?? '';
    const filename = (textAt(file, 'name') ?? textAt(file, 'title') ?? id) || 'file';
    const upload = source.upload(id);
    if (upload === null) {
      leaveOut('files that the export does not have');
      links.push([linkOf(filename, textAt(file, 'permalink') ?? textAt(file, 'url_private'))]);
      continue;
    }
    attachments.push({
      id,
      filename: [...filename].slice(0, 1_024).join(''),
      mimeType: textAt(file, 'mimetype')?.slice(0, 255) ?? 'application/octet-stream',
      createdAt,
      file: { name: id, sizeBytes: upload.sizeBytes },
    });
  }
  return { attachments, links };
}

function linkOf(filename: string, url: string | null): BuiltSpan {
  return url !== null && URL.canParse(url) ? link(url, filename) : text(`[${filename}]`);
}

function reactionLines(
  messageId: string,
  value: Json,
  createdAt: string,
  { people, leaveOut }: Conversion,
): GivenArchiveLine[] {
  const done = new Set<string>();
  return itemsAt(value, 'reactions', 100).flatMap((reaction) => {
    const name = textAt(reaction, 'name');
    if (name === null) return [];
    const emoji = emojiNamed(name) ?? name.split('::')[0]?.slice(0, 64) ?? name;
    return itemsAt(reaction, 'users', 10_000).flatMap((user): GivenArchiveLine[] => {
      const userId = String(user);
      if (!people.has(userId)) leaveOut('reactions of nobody known');
      // Two names of one emoji are one here.
      if (!people.has(userId) || done.has(`${userId} ${emoji}`)) return [];
      done.add(`${userId} ${emoji}`);
      return [{ type: 'reaction', data: { messageId, userId, emoji, createdAt } }];
    });
  });
}

function pinLines(
  messageId: string,
  ts: string,
  { pins }: Place,
  conversion: Conversion,
): GivenArchiveLine[] {
  const pin = pins.get(ts);
  if (pin === undefined) return [];
  const pinnedBy = known(pin.by ?? '', conversion);
  return [{ type: 'pin', data: { messageId, pinnedBy, pinnedAt: pin.at.toISOString() } }];
}
