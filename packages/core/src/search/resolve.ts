import { arrayLiteral, plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import { isUuid } from '../kernel/schema/ids.js';
import type { SearchQuery } from './query.js';
import { READABLE } from './readable.js';

/** Who searches, and where: in one server, or everywhere (null). */
export interface Searcher {
  readonly userId: string;
  readonly serverId: string | null;
}

/** What the names of a query mean to somebody at an instant. */
export interface ResolvedNames {
  /** Servers and direct messages with a channel that is searched. */
  readonly scopeIds: readonly string[];
  /** The channels that `in:` names; null where it names none. */
  readonly channelIds: readonly string[] | null;
  readonly withoutChannelIds: readonly string[];
  /** The accounts that `from:` names; null where it names none. */
  readonly authorIds: readonly string[] | null;
  readonly withoutAuthorIds: readonly string[];
  readonly timezone: string | null;
  /** The channels that are searched of which the index lacks events, and where their logs end. */
  readonly behind: ReadonlyArray<readonly [channelId: string, headSeq: number]>;
}

/** The name of the index among the consumers of the log. */
export const INDEX_NAME = 'search';

const named = (names: string, ids: string) => `(
  not channel.is_dm and channel.name = any(${names}::text::text[]) or channel.id = any(${ids}::text::uuid[])
  or channel.is_dm and exists (
    select from channel_members other join users person on person.id = other.user_id
    where other.channel_id = channel.id and other.user_id <> $1::text::uuid and person.deleted_at is null
      and '@' || lower(person.username) = any(${names}::text::text[])))`;

const accounts = (names: string) => `array(
  select id from users where lower(username) = any(${names}::text::text[]) and deleted_at is null)`;

const resolving = statement<{ found: ResolvedNames }>(`
  with readable as materialized (${READABLE}
  ), chosen as materialized (
    select channel.* from readable channel where ($3::text is null or ${named('$3', '$4')}) and not ${named('$5', '$6')}
  )
  select json_build_object(
    'scopeIds', array(select distinct scope_id from chosen),
    'channelIds', case when $3::text is not null then array(select id from chosen) end,
    'withoutChannelIds', array(select channel.id from readable channel where ${named('$5', '$6')}),
    'authorIds', case when $7::text is not null then ${accounts('$7')} end,
    'withoutAuthorIds', ${accounts('$8')},
    'timezone', (select timezone from users where id = $1::text::uuid),
    'behind', (
      select coalesce(json_agg(json_build_array(head.id, head.last_seq)), '[]')
      from chosen join stream_heads head on head.id = chosen.id
      left join consumer_positions position on position.consumer = '${INDEX_NAME}' and position.stream_id = head.id
      where head.last_seq > coalesce(position.seq, 0))
  ) as found`);

/** Finds what the names of a query mean. A name that means nothing to the searcher finds nothing, and says nothing. */
export async function resolveNames(
  q: Queryable,
  { userId, serverId }: Searcher,
  query: SearchQuery,
): Promise<ResolvedNames> {
  const from = namesAndIds(query.from, userId);
  const withoutFrom = namesAndIds(query.withoutFrom, userId);
  const within = namesAndIds(query.in.map(withoutHash), null);
  const without = namesAndIds(query.withoutIn.map(withoutHash), null);
  const [row] = await resolving(q, [
    userId,
    serverId,
    query.in.length > 0 ? arrayLiteral(within.names) : null,
    plainArrayLiteral(within.ids),
    arrayLiteral(without.names),
    plainArrayLiteral(without.ids),
    query.from.length > 0 ? arrayLiteral(from.names.map(withoutAt)) : null,
    arrayLiteral(withoutFrom.names.map(withoutAt)),
  ]);
  if (!row) throw new Error('a statement without a table answers one row');
  const { found } = row;
  return {
    ...found,
    authorIds: found.authorIds && [...found.authorIds, ...from.ids],
    withoutAuthorIds: [...found.withoutAuthorIds, ...withoutFrom.ids],
  };
}

/** `me` is the searcher, where there is one. */
function namesAndIds(given: readonly string[], me: string | null): { names: string[]; ids: string[] } {
  const lower = given.map((name) => (me !== null && /^@?me$/i.test(name) ? me : name.toLowerCase()));
  return { names: lower.filter((name) => !isUuid(name)), ids: lower.filter(isUuid) };
}

const withoutHash = (name: string) => name.replace(/^#/, '');
const withoutAt = (name: string) => name.replace(/^@/, '');
