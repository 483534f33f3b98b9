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
 * How good each of the found messages is: words that stand alone, how often they come, and all of them side by side. What was
 * typed counts where a word is not in what is shown (`foldedForms`).
 */
const SCORED = `
  select coalesce(json_agg(json_build_array(item.message_id, case when $21::text is null then 0 else
    case when item.content like $21::text then 20 else 0 end + (
      select coalesce(sum(
        case when form.content ~ term.pattern then 10 else 0 end
        + least(9, (length(form.content) - length(replace(form.content, term.text, ''))) / length(term.text))), 0)
      from unnest($22::text::text[], $23::text::text[]) term (text, pattern)
      cross join lateral (select split_part(item.content, E'\\n', 1)) shown (content)
      cross join lateral (select case when position(term.text in shown.content) > 0
        then shown.content else item.content end) form (content))
    end) order by item.message_id desc), '[]')
  from message_search item where item.message_id = any(array(select message_id from found))`;

/**
 * Looks at the newest `$25` messages of each scope, which is the quickest way to what is common. `isComplete` says whether
 * nothing older is left. Messages older than the oldest one looked at in any scope with more are not found here.
 */
export const NEWEST = `
  with ${ASKED}, edge as materialized (
    select last.message_id from asked cross join lateral (
      select item.message_id from message_search item where item.scope_id = asked.id and item.message_id < $7::text::uuid
      order by item.message_id desc offset $25::text::integer - 1 limit 1
    ) last order by last.message_id desc limit 1
  ), found as materialized (
    select item.message_id from asked cross join lateral (
      select * from message_search where scope_id = asked.id and message_id < $7::text::uuid
      order by message_id desc limit $25::text::integer
    ) item
    where (item.message_id >= (select message_id from edge) or not exists (select from edge)) and ${FOUND}
    order by item.message_id desc limit $24::text::integer
  )
  select (${SCORED}) as found, not exists (select from edge) as "isComplete"`;

/**
 * The same for one scope: it ends with the newest `$24` that are found, because it needs no order but that of the index.
 */
export const NEWEST_IN_SCOPE = `
  with ${ASKED}, found as materialized (
    select item.message_id from (
      select * from message_search where scope_id = (select id from asked) and message_id < $7::text::uuid
      order by message_id desc limit $25::text::integer
    ) item
    where ${found('(select whole from asked)', '(select refused from asked)')}
    order by item.message_id desc limit $24::text::integer
  )
  select (${SCORED}) as found,
    (select count(*) from found) < $24::text::integer and not exists (
      select from message_search where scope_id = (select id from asked) and message_id < $7::text::uuid
      order by message_id desc offset $25::text::integer - 1 limit 1) as "isComplete"`;

/** Looks at all pinned messages of the channels: they are few (docs/reference.md, Quotas). */
export const PINNED = `
  with ${ASKED}, hits as materialized (
    select item.message_id from readable join message_pins pin on pin.channel_id = readable.id
    join message_search item on item.message_id = pin.message_id join asked on asked.id = item.scope_id
    where ${FOUND}
  ), found as materialized (select message_id from hits order by message_id desc limit $24::text::integer)
  select (${SCORED}) as found, true as "isComplete"`;

/** Looks the grams up. The scope is part of their numbers, and its index would be no help. */
export const BY_GRAMS = `
  with ${ASKED}, hits as materialized (
    select item.message_id from asked join message_search item on item.grams @> asked.needed
    where (item.scope_id = asked.id) is true and ${FOUND}
  ), found as materialized (select message_id from hits order by message_id desc limit $24::text::integer)
  select (${SCORED}) as found, true as "isComplete"`;

/** Looks at all messages, the newest first, until there are enough: for a query that has no grams. */
export const ALL = `
  with ${ASKED}, found as materialized (
    select item.message_id from asked cross join lateral (
      select item.message_id from message_search item where item.scope_id = asked.id and ${FOUND}
      order by item.message_id desc limit $24::text::integer
    ) item order by item.message_id desc limit $24::text::integer
  )
  select (${SCORED}) as found, true as "isComplete"`;
