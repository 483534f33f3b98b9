import type { Palaver } from './palaver.js';

/** Adds people to the server and to one of its channels who want all messages of the server. */
export async function addCrowd(
  { database, fixture }: Pick<Palaver, 'database' | 'fixture'>,
  channelId: string,
  people: number,
): Promise<void> {
  await database.sql`
    with created as (
      insert into users (id, username, display_name, password_hash, created_at)
      select uuidv7(), 'crowd-' || n, 'Crowd ' || n, 'none', now() - interval '1 day' from generate_series(1, ${people}::int) n
      returning id
    ), streams as (
      insert into stream_heads (id, kind, last_at) select id, 'user', now() from created
    ), joined as (
      insert into server_members (server_id, user_id, role, joined_at)
      select ${fixture.serverId}, id, 'member', now() - interval '1 day' from created
    ), members as (
      insert into channel_members (channel_id, user_id, joined_at) select ${channelId}, id, now() - interval '1 day' from created
    )
    insert into notification_preferences (user_id, server_id, level, updated_at)
    select id, ${fixture.serverId}, 'all', now() from created`;
  await database.sql`vacuum analyze`;
}
