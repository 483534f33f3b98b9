import { threadOf } from '../messages/thread-root.js';
import { READABLE } from './readable.js';

/**
 * The statements of a search. Their parameters are those of `conditionsOf`, in its order, and those named here. `asked`
 * are the scopes, with the numbers of the grams in each.
 */
const ASKED = `
  readable as materialized (${READABLE}),
  asked as materialized (
    select id, needed::integer[], whole::integer[], refused::integer[]
    from unnest($3::text::uuid[], $4::text::text[], $5::text::text[], $6::text::text[]) scope (id, needed, whole, refused)
  )`;

/** A parameter that is read once: the text of a list is otherwise parsed again for each row. */
const once = (parameter: string, type: string) => `((select ${parameter}::text::${type})::${type})`;

/**
 * Whether a row `item` of the index is what was asked for. `is true` keeps Postgres from making joins of these: a walk
 * in the order of the ids would be sorted once more, and could not end early.
 */
const found = (whole: string, refused: string) => `
  item.message_id < ${once('$7', 'uuid')}
  and item.content like all(${once('$8', 'text[]')}) and item.content not like all(${once('$9', 'text[]')})
  and item.grams @> ${whole} and not item.grams && ${refused}
  and ($10::text is null or item.user_id = any(${once('$10', 'uuid[]')})) and item.user_id <> all(${once('$11', 'uuid[]')})
  and ($12::text is null or item.channel_id = any(${once('$12', 'uuid[]')})) and item.channel_id <> all(${once('$13', 'uuid[]')})
  and ($14::text is null or item.created_at >= $14::text::timestamptz)
  and ($15::text is null or item.created_at < $15::text::timestamptz)
  and ($16::text is null or item.has_file = $16::text::boolean)
  and ($17::text is null or item.has_link = $17::text::boolean)
  and (item.channel_id in (select id from readable)) is true
  and (exists (
    select from messages message where message.id = item.message_id and message.deleted_at is null
      and ($18::text is null or (${threadOf('message')} is not null or message.reply_count > 0) = $18::text::boolean)
      and ($20::text is null or (message.pinned_at is not null) = $20::text::boolean))) is true
  and ($19::text is null or exists (
    select from reactions where reactions.message_id = item.message_id) = $19::text::boolean)`;

const FOUND = found('asked.whole', 'asked.refused');

/**
 * How good a found message is: words that stand alone, how often they come, and all of them side by side. What was typed counts
 * where a word is not in what is shown (`foldedForms`).
 */
const SCORE = `
    case when found.content like $24::text then 20 else 0 end + (
      select coalesce(sum(
        case when form.content ~ term.pattern then 10 else 0 end
        + least(9, (length(form.content) - length(replace(form.content, term.text, ''))) / length(term.text))), 0)
      from unnest($25::text::text[], $26::text::text[]) term (text, pattern)
      cross join lateral (select split_part(found.content, E'\\n', 1)) shown (content)
      cross join lateral (select case when position(term.text in shown.content) > 0
        then shown.content else found.content end) form (content))`;

/** What a statement answers of the messages that it has found: their ids. */
interface Answer {
  /** Columns of the found messages beside their ids. */
  readonly columns: (item: string) => string;
  readonly ctes: string;
  readonly found: string;
  /** The parameter that says how many messages are looked at; the last one. */
  readonly lookedAt: string;
}

const NEWEST_FIRST: Answer = {
  columns: () => '',
  ctes: '',
  found: `(select coalesce(json_agg(message_id order by message_id desc), '[]') from found)`,
  lookedAt: '$22',
};

/**
 * The page of the best: at most `$22` after the message `$23`, of equals the newest first; null where that message is not among those
 * that are compared. Postgres sorts them, as ten thousand would keep a node from all else.
 */
const BEST_FIRST: Answer = {
  columns: (item) => `, ${item}.content`,
  ctes: `, ranked as materialized (
    select message_id, row_number() over (order by score desc, message_id desc) as place from (
      select message_id, case when $24::text is null then 0 else ${SCORE} end as score from found
    ) scored
  ), place as (
    select case when $23::text is null then 0 else (select place from ranked where message_id = $23::text::uuid) end as after
  )`,
  found: `case when (select after from place) is not null then (
    select coalesce(json_agg(message_id order by place), '[]') from (
      select message_id, place from ranked where place > (select after from place) order by place limit $22::text::integer) page) end`,
  lookedAt: '$27',
};

/**
 * Looks at the newest `lookedAt` messages of each scope, which is the quickest way to what is common. `isComplete` says whether
 * nothing older is left. Messages older than the oldest one looked at in any scope with more are not found here.
 */
const newestOf = ({ columns, ctes, found, lookedAt }: Answer) => `
  with ${ASKED}, edge as materialized (
    select last.message_id from asked cross join lateral (
      select item.message_id from message_search item where item.scope_id = asked.id and item.message_id < $7::text::uuid
      order by item.message_id desc offset ${lookedAt}::text::integer - 1 limit 1
    ) last order by last.message_id desc limit 1
  ), found as materialized (
    select item.message_id${columns('item')} from asked cross join lateral (
      select * from message_search where scope_id = asked.id and message_id < $7::text::uuid
      order by message_id desc limit ${lookedAt}::text::integer
    ) item
    where (item.message_id >= (select message_id from edge) or not exists (select from edge)) and ${FOUND}
    order by item.message_id desc limit $21::text::integer
  )${ctes}
  select ${found} as found, (select count(*)::integer from found) as count, not exists (select from edge) as "isComplete"`;

/**
 * The same for one scope: it ends with the newest `$21` that are found, because it needs no order but that of the index.
 */
const newestInScopeOf = ({ columns, ctes, found: answer, lookedAt }: Answer) => `
  with ${ASKED}, found as materialized (
    select item.message_id${columns('item')} from (
      select * from message_search where scope_id = (select id from asked) and message_id < $7::text::uuid
      order by message_id desc limit ${lookedAt}::text::integer
    ) item
    where ${found('(select whole from asked)', '(select refused from asked)')}
    order by item.message_id desc limit $21::text::integer
  )${ctes}
  select ${answer} as found, (select count(*)::integer from found) as count,
    (select count(*) from found) < $21::text::integer and not exists (
      select from message_search where scope_id = (select id from asked) and message_id < $7::text::uuid
      order by message_id desc offset ${lookedAt}::text::integer - 1 limit 1) as "isComplete"`;

/** Looks at all pinned messages of the channels: they are few (docs/reference.md, Quotas). */
const pinnedOf = ({ columns, ctes, found }: Answer) => `
  with ${ASKED}, hits as materialized (
    select item.message_id${columns('item')} from readable join message_pins pin on pin.channel_id = readable.id
    join message_search item on item.message_id = pin.message_id join asked on asked.id = item.scope_id
    where ${FOUND}
  ), found as materialized (
    select message_id${columns('hits')} from hits order by message_id desc limit $21::text::integer
  )${ctes}
  select ${found} as found, (select count(*)::integer from found) as count, true as "isComplete"`;

/** Looks the grams up. The scope is part of their numbers, and its index would be no help. */
const byGramsOf = ({ columns, ctes, found }: Answer) => `
  with ${ASKED}, hits as materialized (
    select item.message_id${columns('item')} from asked join message_search item on item.grams @> asked.needed
    where (item.scope_id = asked.id) is true and ${FOUND}
  ), found as materialized (
    select message_id${columns('hits')} from hits order by message_id desc limit $21::text::integer
  )${ctes}
  select ${found} as found, (select count(*)::integer from found) as count, true as "isComplete"`;

/** Looks at all messages, the newest first, until there are enough: for a query that has no grams. */
const allOf = ({ columns, ctes, found }: Answer) => `
  with ${ASKED}, found as materialized (
    select item.message_id${columns('item')} from asked cross join lateral (
      select item.message_id${columns('item')} from message_search item where item.scope_id = asked.id and ${FOUND}
      order by item.message_id desc limit $21::text::integer
    ) item order by item.message_id desc limit $21::text::integer
  )${ctes}
  select ${found} as found, (select count(*)::integer from found) as count, true as "isComplete"`;

/** The ways to find messages, each with its answer. */
const ways = (answer: Answer) => ({
  newest: newestOf(answer),
  newestInScope: newestInScopeOf(answer),
  pinned: pinnedOf(answer),
  byGrams: byGramsOf(answer),
  all: allOf(answer),
});

export const NEWEST_WAYS = ways(NEWEST_FIRST);
/** Their parameters go on: `$22` is the limit of a page, `$23` its cursor, and `$24` to `$26` are for the score. */
export const BEST_WAYS = ways(BEST_FIRST);
