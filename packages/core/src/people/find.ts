import { arrayLiteral, type Queryable, statement } from '@palaver/db';
import { isNamed, namePartOf, nameRank } from '../users/name-index.js';
import { SCOPES, type ScopeName } from './scopes.js';

/** Where somebody looks for people; `id` is that of the server or the channel, null for everywhere. */
export interface Place {
  readonly scope: ScopeName;
  readonly id: string | null;
}

/**
 * Among this many people or fewer, all names are compared: the index has the names of all accounts, and a common part of a
 * name is in far more of them.
 */
const COMPARED_MAX = 5_000;

interface Found {
  readonly granted: boolean;
  readonly ids: readonly string[];
}

const NAMES = 'person.id, person.found_as';

/** The people of a place, each looked up by its id. */
const compared = (scope: ScopeName, isShort: boolean) => `
  people as materialized (${SCOPES[scope].people}),
  found as (
    select ${NAMES} from people
    cross join lateral (select * from users account where account.id = people.user_id offset 0) person
    where person.deleted_at is null and ${isNamed('person.found_as', '$3::text', isShort)})`;

/** The accounts that the index has, and those of them that are in the place. */
const indexed = (scope: ScopeName, isShort: boolean) => `
  named as materialized (
    select ${NAMES} from users person
    where person.name_parts @> $5::text::text[] and person.deleted_at is null
      and ${isNamed('person.found_as', '$3::text', isShort)}),
  found as (select ${NAMES} from named person where ${SCOPES[scope].has})`;

const finding = (scope: ScopeName, found: string) =>
  statement<Found>(`
  with ${SCOPES[scope].mine}, ${found}
  select ${SCOPES[scope].granted} as granted, array_to_json(array(
    select id from found
    order by ${nameRank('found_as', '$3::text')}, found_as collate "C", id limit $4::text::integer)) as ids`);

const statementsOf = (scope: ScopeName) => ({
  count: statement<{ size: string | null }>(
    `with ${SCOPES[scope].mine} select ${SCOPES[scope].size} as size where ${SCOPES[scope].granted}`,
  ),
  compare: {
    short: finding(scope, compared(scope, true)),
    long: finding(scope, compared(scope, false)),
  },
  index: {
    short: finding(scope, indexed(scope, true)),
    long: finding(scope, indexed(scope, false)),
  },
});

const STATEMENTS = {
  channel: statementsOf('channel'),
  server: statementsOf('server'),
  everywhere: statementsOf('everywhere'),
};

/**
 * The ids of the people in a place of whom a name has the text, the best first; null where who looks may not look there.
 * That, and what they are a member of, is read by the statement that finds.
 */
export async function findIds(
  q: Queryable,
  userId: string,
  { scope, id }: Place,
  query: string,
  limit: number,
): Promise<readonly string[] | null> {
  const { text, parts, isShort } = namePartOf(query);
  const length = isShort ? 'short' : 'long';
  const statements = STATEMENTS[scope];
  const [counted] = await statements.count(q, [userId, id]);
  const parameters = [userId, id, text, String(limit)];
  const [row] =
    Number(counted?.size ?? 0) <= COMPARED_MAX
      ? await statements.compare[length](q, parameters)
      : await statements.index[length](q, [...parameters, arrayLiteral(parts)]);
  return row?.granted ? row.ids : null;
}
