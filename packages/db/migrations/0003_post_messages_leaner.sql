-- The short way of posting, once more for speed; what it does is unchanged. docs/performance.md has the figures.
--
-- Foreign keys ask for each message, one by one, what every post has just read under the lock of the channel's log, and
-- lock the rows of channel and author for it. Whoever removes a channel for good waits for that lock, so that no message
-- is left behind (docs/decisions.md). Each message stands in one of three indexes now, where most stood in two.
ALTER TABLE "messages" DROP CONSTRAINT "messages_channel_id_channels_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_thread_id_messages_id_fk";
--> statement-breakpoint
DROP INDEX "messages_channel_seq_key";--> statement-breakpoint
CREATE INDEX "messages_buried_idx" ON "messages" USING btree ("channel_id") WHERE "messages"."deleted_at" is not null;
--> statement-breakpoint
drop function post_messages(timestamptz, uuid[], uuid[], uuid[], text[], uuid[], text[], text[]);
--> statement-breakpoint
-- Posts plain messages: the path of almost every message. A lone one is simple statements, because starting the one for
-- many costs it more than all of these; many are one statement; those with a client's key go by `post_keyed`.
--
-- All three do what `sendMessage` in packages/core does for members of a channel, and nothing else: a post that needs
-- more (joining, a refusal, a channel whose log somebody else is writing to right now) is left out of the answer and
-- takes the way through `transact`, which also says what is wrong with it. The order of the steps is the one of every
-- write: the clients' keys, then the logs of the channels, then the rows. What is read after the logs are locked stays
-- true until the commit, because each statement of a volatile function sees what was committed before it began.
--
-- Posts one message and returns its frame, or null where it needs the long way.
create or replace function post_one(p_now timestamptz, p_id uuid, p_channel_id uuid, p_user_id uuid, p_content text, p_parent_id uuid)
returns text language plpgsql volatile as $$
declare
  v_seq bigint;
  v_at timestamptz;
  v_author text;
  v_root_id uuid;
  v_frame text;
begin
  select head.last_seq + 1, greatest(head.last_at, p_now) into v_seq, v_at
  from stream_heads head where head.id = p_channel_id for no key update skip locked;
  if not found then return null; end if;

  select poster.author into v_author
  from channel_posters poster where poster.channel_id = p_channel_id and poster.user_id = p_user_id;
  if not found then return null; end if;

  if p_parent_id is not null then
    select parent.root_id into v_root_id
    from repliable_messages parent where parent.id = p_parent_id and parent.channel_id = p_channel_id;
    if not found then return null; end if;
  end if;

  v_frame := message_created_frame(
    p_id, p_channel_id, p_user_id, p_content, iso_instant(v_at), v_root_id, v_author, v_seq);
  update stream_heads set last_seq = v_seq, last_at = v_at where id = p_channel_id;
  insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at)
  values (p_id, p_channel_id, v_seq, p_user_id, v_root_id, p_content, v_at, v_at);
  insert into events (stream_id, seq, frame, created_at) values (p_channel_id, v_seq, v_frame, v_at);
  if v_root_id is not null then
    update messages set reply_count = reply_count + 1 where id = v_root_id;
  end if;
  return v_frame;
end $$;
--> statement-breakpoint
-- Does what `post_one` does for any number of posts. The arrays are parallel; `n` counts from 0, and the posts of
-- `p_repeated`, which counts from 1, are left out. `p_parent_ids` is null where nothing is a reply.
-- The plan is made once: for each number of posts there would be another, made anew every time.
create or replace function post_many(
  p_now timestamptz, p_ids uuid[], p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_parent_ids uuid[],
  p_repeated integer[]
) returns table (n integer, frame text)
language plpgsql volatile set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_locked uuid[];
begin
  select array_agg(head.id) into v_locked from (
    select h.id from stream_heads h where h.id = any (p_channel_ids) order by h.id for no key update skip locked
  ) head;

  return query
  with placed as (
    select post.*, head.last_seq + row_number() over (partition by post.channel_id order by post.n) as seq,
      greatest(head.last_at, p_now) as at, iso_instant(greatest(head.last_at, p_now)) as at_text,
      poster.author, parent.root_id
    from unnest(p_ids, p_channel_ids, p_user_ids, p_contents, p_parent_ids)
      with ordinality post(id, channel_id, user_id, content, parent_id, n)
    join stream_heads head on head.id = post.channel_id
    -- `offset 0` keeps these as they are, one look-up by the whole key for each post. Joined freely, all members of
    -- the channel might be read for it.
    cross join lateral (
      select p.author from channel_posters p
      where p.channel_id = post.channel_id and p.user_id = post.user_id offset 0
    ) poster
    left join lateral (
      select p.root_id from repliable_messages p
      where p.id = post.parent_id and p.channel_id = post.channel_id offset 0
    ) parent on true
    where post.channel_id = any (v_locked) and post.n <> all (p_repeated)
      and (post.parent_id is null or parent.root_id is not null)
  ), made as (
    select placed.n, placed.id, placed.channel_id, placed.user_id, placed.content, placed.root_id, placed.seq, placed.at,
      message_created_frame(placed.id, placed.channel_id, placed.user_id, placed.content, placed.at_text,
        placed.root_id, placed.author, placed.seq) as frame
    from placed
  ), advanced as (
    update stream_heads head set last_seq = posted.seq, last_at = posted.at
    from (select made.channel_id, max(made.seq) as seq, max(made.at) as at from made group by made.channel_id) posted
    where head.id = posted.channel_id
  ), stored as (
    insert into messages (id, channel_id, seq, user_id, thread_id, content, created_at, updated_at)
    select made.id, made.channel_id, made.seq, made.user_id, made.root_id, made.content, made.at, made.at from made
  ), logged as (
    insert into events (stream_id, seq, frame, created_at)
    select made.channel_id, made.seq, made.frame, made.at from made
  )
  select made.n::integer - 1, made.frame from made;

  if p_parent_ids is not null then
    update messages root set reply_count = root.reply_count + replies.count
    from (
      select reply.thread_id, count(*) as count from messages reply
      where reply.id = any (p_ids) and reply.thread_id is not null group by reply.thread_id
    ) replies
    where root.id = replies.thread_id;
  end if;
end $$;
--> statement-breakpoint
-- Posts of which some bring a client's key (null for the others). Those that have been posted before get their first
-- answer again, as long as they ask for the same.
create function post_keyed(
  p_now timestamptz, p_ids uuid[], p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_parent_ids uuid[],
  p_keys text[], p_request_hashes text[]
) returns table (n integer, frame text, earlier_answer text)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_repeated integer[];
begin
  with taken as (
    insert into idempotency_keys (user_id, key, request_hash, created_at)
    select post.user_id, post.key, decode(post.request_hash, 'hex'), p_now
    from unnest(p_user_ids, p_keys, p_request_hashes) post(user_id, key, request_hash)
    where post.key is not null order by post.user_id, post.key
    on conflict do nothing
    returning idempotency_keys.user_id, idempotency_keys.key
  )
  select coalesce(array_agg(post.n), '{}') into v_repeated
  from unnest(p_user_ids, p_keys) with ordinality post(user_id, key, n)
  left join taken on taken.user_id = post.user_id and taken.key = post.key
  where post.key is not null and taken.key is null;

  return query
  select post.n::integer - 1, null::text, earlier.answer
  from unnest(p_user_ids, p_keys, p_request_hashes) with ordinality post(user_id, key, request_hash, n)
  join idempotency_keys earlier on earlier.user_id = post.user_id and earlier.key = post.key
  where post.n = any (v_repeated) and earlier.request_hash = decode(post.request_hash, 'hex');

  if cardinality(p_ids) > 1 then
    return query
    select posted.n, posted.frame, null::text
    from post_many(p_now, p_ids, p_channel_ids, p_user_ids, p_contents, p_parent_ids, v_repeated) posted;
  elsif v_repeated = '{}' then
    n := 0;
    frame := post_one(p_now, p_ids[1], p_channel_ids[1], p_user_ids[1], p_contents[1], p_parent_ids[1]);
    if frame is not null then return next; end if;
  end if;

  update idempotency_keys earlier set answer = message_of_frame(event.frame, event.seq)
  from unnest(p_ids, p_user_ids, p_keys) post(id, user_id, key)
  join messages message on message.id = post.id
  join events event on event.stream_id = message.channel_id and event.seq = message.seq
  where earlier.user_id = post.user_id and earlier.key = post.key and earlier.answer is null;
  -- Whoever takes the other way brings the key again. A key without an answer can only be one of ours.
  delete from idempotency_keys unused using unnest(p_user_ids, p_keys) post(user_id, key)
  where unused.user_id = post.user_id and unused.key = post.key and unused.answer is null;
end $$;
