-- Posts plain messages, any number of them in one transaction and one round trip: the path of almost every message.
--
-- It does what `sendMessage` in packages/core does for members of a channel, and nothing else: an item that needs more
-- (joining, a refusal, a channel whose log somebody else is writing to right now) is left out of the answer and takes
-- the way through `transact`, which also says what is wrong with it. The order of its steps is the one of every write:
-- the clients' keys, then the logs of the channels, then the rows. What is read after the logs are locked stays true
-- until the commit, because each statement of a volatile function sees what was committed before it began.
create function post_messages(
  p_now timestamptz,
  p_ids uuid[],
  p_channels uuid[],
  p_users uuid[],
  p_contents text[],
  p_parents uuid[],
  p_keys text[],
  p_hashes bytea[]
) returns table (n integer, channel_id uuid, seq bigint, message text, replayed boolean)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_fresh integer[];
  v_locked uuid[];
  v_with_keys boolean := exists (select 1 from unnest(p_keys) key where key is not null);
begin
  if v_with_keys then
    with item as (
      select t.user_id, t.key, t.hash, t.n::integer
      from unnest(p_users, p_keys, p_hashes) with ordinality as t(user_id, key, hash, n)
    ), taken as (
      insert into idempotency_keys (user_id, key, request_hash, created_at)
      select item.user_id, item.key, item.hash, p_now from item where item.key is not null
      order by item.user_id, item.key
      on conflict do nothing
      returning idempotency_keys.user_id, idempotency_keys.key
    )
    select array_agg(item.n) into v_fresh
    from item left join taken on taken.user_id = item.user_id and taken.key = item.key
    where item.key is null or taken.key is not null;

    return query
    select t.n::integer, null::uuid, null::bigint, k.answer, true
    from unnest(p_users, p_keys, p_hashes) with ordinality as t(user_id, key, hash, n)
    join idempotency_keys k on k.user_id = t.user_id and k.key = t.key
    where t.n <> all (coalesce(v_fresh, '{}')) and k.request_hash = t.hash and k.answer is not null;
  else
    select array_agg(i) into v_fresh from generate_series(1, cardinality(p_ids)) i;
  end if;

  select array_agg(head.id) into v_locked from (
    select h.id from stream_heads h where h.id = any (p_channels)
    order by h.id for no key update skip locked
  ) head;

  return query
  with item as (
    select t.id, t.channel_id, t.user_id, t.content, t.parent_id, t.key, t.n::integer
    from unnest(p_ids, p_channels, p_users, p_contents, p_parents, p_keys)
      with ordinality as t(id, channel_id, user_id, content, parent_id, key, n)
    where t.n = any (v_fresh) and t.channel_id = any (v_locked)
  ), allowed as (
    select item.*, root.id as root_id, greatest(head.last_at, p_now) as at,
      head.last_seq + row_number() over (partition by item.channel_id order by item.n) as seq,
      author.username, author.display_name, author.status, author.bot, author.avatar_path,
      author.created_at as author_since
    from item
    join stream_heads head on head.id = item.channel_id
    join channels channel on channel.id = item.channel_id
    join channel_members member on member.channel_id = item.channel_id and member.user_id = item.user_id
    join users author on author.id = item.user_id
    left join servers server on server.id = channel.server_id
    left join server_members in_server
      on in_server.server_id = channel.server_id and in_server.user_id = item.user_id
    left join messages parent
      on parent.id = item.parent_id and parent.channel_id = item.channel_id and parent.deleted_at is null
    left join messages root
      on root.id = coalesce(parent.thread_id, parent.id) and root.deleted_at is null
    where channel.deleted_at is null and not channel.archived and author.deleted_at is null
      and (channel.server_id is null or (in_server.user_id is not null and server.deleted_at is null))
      and (item.parent_id is null or root.id is not null)
  ), made as (
    select allowed.*, row_to_json(record)::text as message
    from allowed, lateral (
      select allowed.id as "id", allowed.channel_id as "channelId", allowed.user_id as "userId",
        allowed.content as "content", false as "edited", iso_instant(allowed.at) as "createdAt",
        iso_instant(allowed.at) as "updatedAt", allowed.root_id as "threadId",
        json_build_object('id', allowed.user_id, 'username', allowed.username, 'displayName', allowed.display_name,
          'status', allowed.status, 'bot', allowed.bot, 'createdAt', iso_instant(allowed.author_since),
          'avatarPath', allowed.avatar_path) as "user",
        0 as "replyCount", '[]'::json as "reactions", '[]'::json as "attachments"
    ) record
  ), advanced as (
    update stream_heads head set last_seq = head.last_seq + posted.count, last_at = posted.at
    from (select made.channel_id, count(*) as count, max(made.at) as at from made group by made.channel_id) posted
    where head.id = posted.channel_id
  ), counted as (
    update messages root set reply_count = root.reply_count + replies.count
    from (select made.root_id, count(*) as count from made where made.root_id is not null group by made.root_id) replies
    where root.id = replies.root_id
  ), stored as (
    insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at)
    select made.id, made.channel_id, made.seq, made.user_id, made.root_id, made.content, made.at, made.at from made
  ), logged as (
    insert into events (stream_id, seq, frame, created_at)
    select made.channel_id, made.seq, message_created_frame(made.message, made.seq), made.at from made
  ), answered as (
    update idempotency_keys k set answer = made.message from made
    where made.key is not null and k.user_id = made.user_id and k.key = made.key
  )
  select made.n, made.channel_id, made.seq, made.message, false from made;

  if v_with_keys then
    -- Whoever takes the other way brings the key again. A key without an answer can only be one of ours.
    delete from idempotency_keys k
    using unnest(p_users, p_keys) as t(user_id, key)
    where k.user_id = t.user_id and k.key = t.key and k.answer is null;
  end if;
end $$;
--> statement-breakpoint
-- An instant as it leaves the service.
create function iso_instant(at timestamptz) returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
--> statement-breakpoint
-- The frame that a socket receives: the message as REST answers it, and its place.
create function message_created_frame(message text, seq bigint) returns text language sql immutable parallel safe
return '{"type":"message.created","data":' || left(message, -1) || ',"seq":' || seq || '}}';
