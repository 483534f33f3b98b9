import { at, field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { unescaped } from '../../incoming-webhooks/dialects/slack-tokens.js';
import type { LineKindName } from '../../protocol/records/line-reason.js';
import type { NamedPerson, Origin, SourceRecord } from '../converting/records.js';

/** A file with channels or direct messages. */
interface PlaceList {
  readonly file: string;
  /** What one of its lines is called. */
  readonly kind: LineKindName;
  readonly holds: 'channels' | 'private channels' | 'direct messages';
}

/** The lists of an export, in the order in which names are given to their channels. */
export const LISTS: readonly PlaceList[] = [
  { file: 'channels.json', kind: 'channel', holds: 'channels' },
  { file: 'groups.json', kind: 'private channel', holds: 'private channels' },
  { file: 'file_conversations.json', kind: 'conversation about a file', holds: 'private channels' },
  { file: 'dms.json', kind: 'direct message', holds: 'direct messages' },
  { file: 'mpims.json', kind: 'group message', holds: 'direct messages' },
];

export interface SlackPin {
  readonly by: NamedPerson | null;
  readonly at: number | null;
}

/** A place where messages are. */
export interface Place {
  readonly record: SourceRecord;
  readonly id: string;
  /** Null for one that is no place. */
  readonly folder: string | null;
  /** By the `ts` of their messages. */
  readonly pins: ReadonlyMap<string, SlackPin>;
}

const EVERY = Number.POSITIVE_INFINITY;
/** The name of a conversation about a file: `FC:F123:Notes`. */
const ABOUT_FILE = /^FC:[A-Z0-9]+:/;

export function placeOf(value: Json, { holds }: PlaceList, from: Origin): Place {
  const id = textAt(value, 'id');
  if (id === null)
    return { record: { type: 'leftOut', from, why: 'noId' }, id: '', folder: null, pins: new Map() };
  const memberIds = [...new Set(itemsAt(value, 'members', EVERY).map(String))];
  const made = { id, createdBy: textAt(value, 'creator'), createdAt: milliseconds(field(value, 'created')) };
  // The folder of a direct message of two has its id.
  const folder = textAt(value, 'name') ?? id;
  const place = { id, folder, pins: pinsOf(value) };
  if (holds === 'direct messages')
    return { ...place, record: { type: 'direct', from, ...made, userIds: memberIds } };
  const name = (textAt(value, 'name') ?? id).replace(ABOUT_FILE, '') || id;
  const record: SourceRecord = {
    type: 'channel',
    from,
    ...made,
    name,
    displayName: name,
    topic: aboutOf(value),
    isPrivate: holds === 'private channels',
    archived: field(value, 'is_archived') === true,
    isDefault: field(value, 'is_general') === true,
    memberIds,
  };
  return { ...place, record };
}

/** A channel has one topic here, and there a topic and a purpose. */
function aboutOf(value: Json): string | null {
  const said = [textAt(value, 'topic.value'), textAt(value, 'purpose.value')].filter((one) => one !== null);
  return said.length === 0 ? null : [...new Set(said.map(unescaped))].join(' · ');
}

function pinsOf(value: Json): Map<string, SlackPin> {
  const pins = new Map<string, SlackPin>();
  for (const pin of itemsAt(value, 'pins', EVERY)) {
    const [ts, user] = [textAt(pin, 'id'), textAt(pin, 'user')];
    const by = user === null ? null : { id: user, name: null, isBot: false };
    if (ts !== null) pins.set(ts, { by, at: milliseconds(at(pin, 'created')) });
  }
  return pins;
}

/** Slack has instants in seconds since 1970. */
export function milliseconds(seconds: Json): number | null {
  const given = typeof seconds === 'string' || typeof seconds === 'number' ? Number(seconds) : Number.NaN;
  return Number.isFinite(given) && given > 0 ? Math.floor(given * 1_000) : null;
}
