import { Topic } from '../../channels/schemas.js';
import { at, field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import { unescaped } from '../../incoming-webhooks/dialects/slack-tokens.js';
import { usableName } from '../../incoming-webhooks/webhook-post.js';
import { freeChannelName, instantOf } from '../converting/names.js';
import type { SlackExport } from './open-export.js';

/** A place where messages are. */
export interface Place {
  readonly id: string;
  /** Null for a direct message. */
  readonly channel: {
    readonly name: string;
    readonly displayName: string;
    readonly topic: string | null;
    readonly isPrivate: boolean;
    readonly archived: boolean;
    readonly isGeneral: boolean;
  } | null;
  readonly folder: string;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly memberIds: readonly string[];
  /** When each message was pinned and by whom, by its `ts`. */
  readonly pins: ReadonlyMap<string, { readonly by: string | null; readonly at: Date }>;
}

const PLACES_MAX = 100_000;
const MEMBERS_MAX = 100_000;
/** docs/moving.md: a direct message has this many people. */
export const DM_PEOPLE_MAX = 10;

/** The channels of an export, and its direct messages. */
export async function placesOf(source: SlackExport): Promise<Place[]> {
  const listed = async (file: string) => itemsAt({ list: await source.json(file) }, 'list', PLACES_MAX);
  const taken = new Set<string>();
  const channels = [
    ...(await listed('channels.json')).map((value) => ({ value, isPrivate: false })),
    ...(await listed('groups.json')).map((value) => ({ value, isPrivate: true })),
  ];
  const direct = [...(await listed('dms.json')), ...(await listed('mpims.json'))];
  return [
    ...channels.flatMap(({ value, isPrivate }) => channelOf(value, isPrivate, taken) ?? []),
    ...direct.flatMap((value) => placeOf(value, null) ?? []),
  ];
}

function channelOf(value: Json, isPrivate: boolean, taken: Set<string>): Place | null {
  const given = textAt(value, 'name') ?? textAt(value, 'id') ?? '';
  const name = freeChannelName(given, taken);
  const about = textAt(value, 'topic.value') ?? textAt(value, 'purpose.value');
  const topic = about === null ? null : Topic.safeParse([...unescaped(about)].slice(0, 1_024).join(''));
  return placeOf(value, {
    name,
    displayName: usableName(given) ?? name,
    topic: topic?.success ? topic.data : null,
    isPrivate,
    archived: field(value, 'is_archived') === true,
    isGeneral: field(value, 'is_general') === true,
  });
}

function placeOf(value: Json, channel: Place['channel']): Place | null {
  const id = textAt(value, 'id');
  if (id === null) return null;
  const pins = itemsAt(value, 'pins', 1_000).flatMap((pin) => {
    const ts = textAt(pin, 'id');
    const pinned = { by: textAt(pin, 'user'), at: secondsToDate(at(pin, 'created')) };
    return ts === null ? [] : [[ts, pinned] as const];
  });
  return {
    id,
    channel,
    // The folder of a direct message of two has its id.
    folder: textAt(value, 'name') ?? id,
    createdBy: textAt(value, 'creator'),
    createdAt: secondsToDate(field(value, 'created')),
    memberIds: [...new Set(itemsAt(value, 'members', MEMBERS_MAX).map(String))],
    pins: new Map(pins),
  };
}

/** Seconds since 1970, as Slack has instants; 1970 for anything else. */
export function secondsToDate(seconds: Json): Date {
  return instantOf(Number(seconds) * 1_000);
}
