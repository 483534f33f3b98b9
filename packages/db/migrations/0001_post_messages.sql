-- An instant as it leaves the service.
create function iso_instant(at timestamptz) returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
--> statement-breakpoint
-- The frame that a socket receives: the message as REST answers it, and its place.
create function message_created_frame(message text, seq bigint) returns text language sql immutable parallel safe
return '{"type":"message.created","data":' || left(message, -1) || ',"seq":' || seq || '}}';
--> statement-breakpoint
create type message_post as (
  n integer, id uuid, channel_id uuid, user_id uuid, content text, parent_id uuid, key text, request_hash text
);
--> statement-breakpoint
-- Posts plain messages, any number of them in one transaction and one round trip: the path of almost every message.
--
-- It does what `sendMessage` in packages/core does for members of a channel, and nothing else: a post that needs more
-- (joining, a refusal, a channel whose log somebody else is writing to right now) is left out of the answer and takes
-- the way through `transact`, which also says what is wrong with it. The order of its steps is the one of every write:
-- the clients' keys, then the logs of the channels, then the rows. What is read after the logs are locked stays true
-- until the commit, because each statement of a volatile function sees what was committed before it began.
create function post_messages(p_now timestamptz, p_posts json)
returns table (n integer, frame text, earlier_answer text)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_posts message_post[] := array(select post from json_populate_recordset(null::message_post, p_posts) post);
  v_keyed boolean := exists (select 1 from unnest(v_posts) post where post.key is not null);
  v_repeated integer[] := '{}';
  v_locked uuid[];
begin
  if v_keyed then
    with taken as (
      insert into idempotency_keys (user_id, key, request_hash, created_at)
      select post.user_id, post.key, decode(post.request_hash, 'hex'), p_now
      from unnest(v_posts) post where post.key is not null order by post.user_id, post.key
      on conflict do nothing
      returning idempotency_keys.user_id, idempotency_keys.key
    )
    select coalesce(array_agg(post.n), '{}') into v_repeated
    from unnest(v_posts) post left join taken on taken.user_id = post.user_id and taken.key = post.key
    where post.key is not null and taken.key is null;

    return query
    select post.n, null::text, earlier.answer
    from unnest(v_posts) post
    join idempotency_keys earlier on earlier.user_id = post.user_id and earlier.key = post.key
    where post.n = any (v_repeated) and earlier.request_hash = decode(post.request_hash, 'hex');
  end if;

  select array_agg(head.id) into v_locked from (
    select h.id from stream_heads h
    where h.id in (select post.channel_id from unnest(v_posts) post)
    order by h.id for no key update skip locked
  ) head;

  return query
  with allowed as (
    select post.*, root.id as root_id, greatest(head.last_at, p_now) as at,
      head.last_seq + row_number() over (partition by post.channel_id order by post.n) as seq,
      json_build_object('id', author.id, 'username', author.username, 'displayName', author.display_name,
        'status', author.status, 'bot', author.bot, 'createdAt', iso_instant(author.created_at),
        'avatarPath', author.avatar_path) as author
    from unnest(v_posts) post
    join stream_heads head on head.id = post.channel_id
    join channels channel on channel.id = post.channel_id
    join channel_members member on member.channel_id = post.channel_id and member.user_id = post.user_id
    join users author on author.id = post.user_id
    left join servers server on server.id = channel.server_id
    left join server_members in_server
      on in_server.server_id = channel.server_id and in_server.user_id = post.user_id
    left join messages parent
      on parent.id = post.parent_id and parent.channel_id = post.channel_id and parent.deleted_at is null
    left join messages root
      on root.id = coalesce(parent.thread_id, parent.id) and root.deleted_at is null
    where post.channel_id = any (v_locked) and post.n <> all (v_repeated)
      and channel.deleted_at is null and not channel.archived and author.deleted_at is null
      and (channel.server_id is null or (in_server.user_id is not null and server.deleted_at is null))
      and (post.parent_id is null or root.id is not null)
  ), recorded as (
    select allowed.*, row_to_json(record)::text as message
    from allowed, lateral (
      select allowed.id as "id", allowed.channel_id as "channelId", allowed.user_id as "userId",
        allowed.content as "content", false as "edited", iso_instant(allowed.at) as "createdAt",
        iso_instant(allowed.at) as "updatedAt", allowed.root_id as "threadId", allowed.author as "user",
        0 as "replyCount", '[]'::json as "reactions", '[]'::json as "attachments"
    ) record
  ), made as (
    select recorded.*, message_created_frame(recorded.message, recorded.seq) as frame from recorded
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
    select made.channel_id, made.seq, made.frame, made.at from made
  ), answered as (
    update idempotency_keys earlier set answer = made.message from made
    where made.key is not null and earlier.user_id = made.user_id and earlier.key = made.key
  )
  select made.n, made.frame, null::text from made;

  if v_keyed then
    -- Whoever takes the other way brings the key again. A key without an answer can only be one of ours.
    delete from idempotency_keys unused using unnest(v_posts) post
    where unused.user_id = post.user_id and unused.key = post.key and unused.answer is null;
  end if;
end $$;
