import { createDatabase, type DatabaseConnection } from '@palaver/db';
import { expect } from 'vitest';

/** What must hold after any requests. Each statement selects the rows that violate it. */
const VIOLATIONS = {
  'the member count of a server is the number of its members': `
    select id from servers s
    where member_count <> (select count(*) from server_members m where m.server_id = s.id)`,
  'the member count of a channel is the number of its members': `
    select id from channels c
    where member_count <> (select count(*) from channel_members m where m.channel_id = c.id)`,
  'the reply count of a message is the number of its replies': `
    select id from messages p
    where reply_count <> (
      select count(*) from messages r
      where coalesce(r.thread_id, (r.extra ->> 'alsoInThread')::uuid) = p.id and r.deleted_at is null)`,
  'a thread finds the living replies that the list of the channel has as well, and no others': `
    select coalesce(m.id, listed.message_id) from channel_replies listed
    full join (select * from messages where extra ? 'alsoInThread' and deleted_at is null) m
      on m.id = listed.message_id and m.seq = listed.seq and (m.extra ->> 'alsoInThread')::uuid = listed.root_id
    where m.id is null or listed.message_id is null`,
  'a server has one owner, who is a member': `
    select id from servers s
    where (select array_agg(m.user_id) from server_members m where m.server_id = s.id and m.role = 'owner')
      is distinct from array[s.owner_id]`,
  'bots have the role of a member': `
    select user_id from server_members join users on users.id = user_id where bot and role <> 'member'`,
  'members of a channel are members of its server, or still leaving it': `
    select m.user_id from channel_members m join channels c on c.id = m.channel_id
    where c.server_id is not null
      and not exists (select 1 from server_members s where s.server_id = c.server_id and s.user_id = m.user_id)
      and not exists (select 1 from server_departures d where d.server_id = c.server_id and d.user_id = m.user_id)`,
  'a bot is in a server with its owner': `
    select m.user_id from server_members m join users bot on bot.id = m.user_id
    where bot.bot_owner_id is not null and bot.deleted_at is null
      and not exists (select 1 from server_members o where o.server_id = m.server_id and o.user_id = bot.bot_owner_id)`,
  'an invite has been made by a member': `
    select code from invites i
    where not exists (select 1 from server_members m where m.server_id = i.server_id and m.user_id = i.created_by)`,
  'nobody is in a server that has banned them': `
    select user_id from server_bans join server_members using (server_id, user_id)`,
  'a group and its channels belong to the same server': `
    select c.id from channels c join channel_groups g on g.id = c.group_id where g.server_id <> c.server_id`,
  'the log of a stream has every seq up to its head, but that of a person who is deleted': `
    select h.id from stream_heads h left join events e on e.stream_id = h.id
    where not exists (select 1 from users u where u.id = h.id and u.deleted_at is not null)
    group by h.id, h.last_seq
    having count(e.seq) <> h.last_seq or coalesce(max(e.seq), 0) <> h.last_seq or coalesce(min(e.seq), 1) <> 1`,
  'every event belongs to a stream with a head': `
    select stream_id from events e where not exists (select 1 from stream_heads h where h.id = e.stream_id)`,
  'the frame of an event has its seq': `
    select stream_id from events where (frame::json -> 'data' ->> 'seq')::bigint <> seq`,
  'a message has the seq of its event': `
    select m.id from messages m left join events e on e.stream_id = m.channel_id and e.seq = m.seq
    where e.frame::json ->> 'type' is distinct from 'message.created'
      or e.frame::json -> 'data' ->> 'id' is distinct from m.id::text`,
  'no invite is used more often than allowed': `
    select code from invites where uses > max_uses`,
  'an attachment belongs to the channel of its message': `
    select a.id from attachments a join messages m on m.id = a.message_id where m.channel_id <> a.channel_id`,
  'every idempotency key has an answer': `
    select key from idempotency_keys where answer is null`,
};

/** Expects that every invariant holds in a database. */
export async function expectInvariants(connection: DatabaseConnection): Promise<void> {
  const { sql, close } = createDatabase(connection, { max: 1 });
  try {
    for (const [invariant, statement] of Object.entries(VIOLATIONS)) {
      expect({ invariant, violations: [...(await sql.unsafe(statement))] }).toEqual({
        invariant,
        violations: [],
      });
    }
  } finally {
    await close();
  }
}

/** Expects that Postgres has ended no transaction of this database because of a deadlock. */
export async function expectNoDeadlocks(connection: DatabaseConnection): Promise<void> {
  const { sql, close } = createDatabase(connection, { max: 1 });
  try {
    const rows = await sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect([...rows]).toEqual([{ deadlocks: 0 }]);
  } finally {
    await close();
  }
}
