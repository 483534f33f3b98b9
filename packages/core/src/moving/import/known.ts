import { type Queryable, statement } from '@palaver/db';
import { KnownUsers } from './known-users.js';
import { readNames } from './renamed.js';

/** A channel of the archive, and where its history has come to. */
export interface KnownChannel {
  readonly id: string;
  /** The server, or the direct message itself. */
  readonly home: string;
  /** The last position of its stream. */
  head: number;
  lastAt: Date;
  pins: number;
  /** A direct message that these people have had here before, or what was deleted here: nothing is written into it. */
  readonly isLeftOut: boolean;
}

/** What an import has made of the ids of the archive, all but those of messages, which are many. */
export interface Known {
  server: { readonly id: string; readonly keepsIds: boolean } | null;
  /** The admin who imports the server and owns it, where the archive only guesses who does. */
  importerId: string | null;
  readonly users: KnownUsers;
  readonly emoji: Map<string, string>;
  readonly userGroups: Map<string, string>;
  readonly channelGroups: Map<string, string>;
  readonly channels: Map<string, KnownChannel>;
}

export const KINDS = [
  'server',
  'user',
  'emoji',
  'userGroup',
  'channelGroup',
  'channel',
  'message',
  'pin',
  'member',
  'userGroupMember',
  'channelMember',
] as const;
export type Kind = (typeof KINDS)[number];

interface FewRow {
  readonly kind: 'server' | 'emoji' | 'userGroup' | 'channelGroup';
  readonly source_id: string;
  readonly id: string;
}

const few = statement<FewRow>(`
  select kind, source_id, id from imported
  where import_id = $1 and kind in ('server', 'emoji', 'userGroup', 'channelGroup')`);

interface PersonRow {
  readonly source_id: string;
  readonly id: string;
  readonly state: string | null;
  readonly person_id: string;
  readonly is_gone: boolean;
}

const people = statement<PersonRow>(`
  select made.source_id, made.id, made.state, coalesce(account.bot_owner_id, account.id) as person_id,
    account.deleted_at is not null as is_gone
  from imported made join users account on account.id = made.id
  where made.import_id = $1 and made.kind = 'user'`);

/** Whom `writeServer` has written down: no archive can give this id. */
export const IMPORTER = '';

const importers = statement<{ id: string }>(`
  select id from imported where import_id = $1 and kind = 'member' and source_id = '${IMPORTER}'`);

interface ChannelRow {
  readonly source_id: string;
  readonly id: string;
  readonly server_id: string | null;
  readonly head: string;
  readonly last_at: string;
  readonly pins: string;
  readonly left_out: boolean;
}

const places = statement<ChannelRow>(`
  select made.source_id, made.id, channel.server_id, coalesce(head.last_seq, 0) as head,
    coalesce(head.last_at, now())::text as last_at,
    (select count(*) from message_pins pin where pin.channel_id = made.id) as pins,
    made.note is not null or channel.id is null or channel.deleted_at is not null as left_out
  from imported made
  left join channels channel on channel.id = made.id left join stream_heads head on head.id = made.id
  where made.import_id = $1 and made.kind = 'channel'`);

/** What the import has made so far. */
export async function findKnown(
  q: Queryable,
  { importId, source }: { readonly importId: string; readonly source: string },
): Promise<Known> {
  const known = nothingKnown(source);
  for (const { kind, source_id, id } of await few(q, [importId])) {
    if (kind === 'server') known.server = { id, keepsIds: id === source_id };
    else mapOf(known, kind).set(source_id, id);
  }
  for (const { source_id, id, state, person_id, is_gone } of await people(q, [importId]))
    known.users.set(source_id, { id, personId: person_id, isGone: is_gone, renamed: readNames(state) });
  known.importerId = (await importers(q, [importId]))[0]?.id ?? null;
  for (const row of await places(q, [importId])) known.channels.set(row.source_id, toChannel(row));
  return known;
}

function nothingKnown(source: string): Known {
  return {
    server: null,
    importerId: null,
    users: new KnownUsers(source),
    emoji: new Map(),
    userGroups: new Map(),
    channelGroups: new Map(),
    channels: new Map(),
  };
}

function mapOf(known: Known, kind: Exclude<FewRow['kind'], 'server'>): Map<string, string> {
  if (kind === 'emoji') return known.emoji;
  return kind === 'userGroup' ? known.userGroups : known.channelGroups;
}

function toChannel({ id, server_id, head, last_at, pins, left_out }: ChannelRow): KnownChannel {
  return {
    id,
    home: server_id ?? id,
    head: Number(head),
    lastAt: new Date(last_at),
    pins: Number(pins),
    isLeftOut: left_out,
  };
}

/** What the archive calls `sourceId`, which the check has found to be there. */
export function found<Value>(map: ReadonlyMap<string, Value>, sourceId: string): Value {
  const value = map.get(sourceId);
  if (value === undefined)
    throw new Error(`an import has lost what its archive calls ${JSON.stringify(sourceId)}`);
  return value;
}
