-- The short way of posting, rewritten for speed; what it does is unchanged. docs/performance.md has the figures.
drop function post_messages(timestamptz, json);
--> statement-breakpoint
drop function message_created_frame(text, bigint);
--> statement-breakpoint
drop type message_post;
--> statement-breakpoint
-- Who may post where without joining first, and the author as a message shows it.
create view channel_posters as
select member.channel_id, member.user_id,
  '{"id":"' || author.id || '","username":' || to_json(author.username)::text
    || ',"displayName":' || to_json(author.display_name)::text || ',"status":' || to_json(author.status)::text
    || ',"bot":' || author.bot::text || ',"createdAt":"' || iso_instant(author.created_at)
    || '","avatarPath":' || coalesce(to_json(author.avatar_path)::text, 'null') || '}' as author
from channel_members member
join channels channel on channel.id = member.channel_id
join users author on author.id = member.user_id
left join servers server on server.id = channel.server_id
left join server_members in_server on in_server.server_id = channel.server_id and in_server.user_id = member.user_id
where channel.deleted_at is null and not channel.archived and author.deleted_at is null
  and (channel.server_id is null or (in_server.user_id is not null and server.deleted_at is null));
--> statement-breakpoint
-- What can be replied to, and the message that its thread hangs on.
create view repliable_messages as
select parent.id, parent.channel_id, root.id as root_id
from messages parent
join messages root on root.id = coalesce(parent.thread_id, parent.id)
where parent.deleted_at is null and root.deleted_at is null;
--> statement-breakpoint
-- The frame that a socket receives: the message as REST answers it, and its place. `author` is JSON. Concatenated,
-- because building JSON by its functions takes Postgres twice as long.
create function message_created_frame(
  id uuid, channel_id uuid, user_id uuid, content text, at text, root_id uuid, author text, seq bigint
) returns text language sql stable parallel safe
return '{"type":"message.created","data":{"id":"' || id || '","channelId":"' || channel_id
  || '","userId":"' || user_id || '","content":' || to_json(content)::text
  || ',"edited":false,"createdAt":"' || at || '","updatedAt":"' || at
  || '","threadId":' || coalesce('"' || root_id || '"', 'null') || ',"user":' || author
  || ',"replyCount":0,"reactions":[],"attachments":[],"seq":' || seq || '}}';
--> statement-breakpoint
-- The message in such a frame, as REST answers it.
create function message_of_frame(frame text, seq bigint) returns text language sql immutable parallel safe
return substr(left(frame, -length(',"seq":' || seq || '}}')), length('{"type":"message.created","data":') + 1) || '}';
--> statement-breakpoint
-- Posts one message and returns its frame, or null where it needs the long way. Simple statements: starting the one
-- for many costs a lone message more than all of these. The rights are read by a statement that began after the log
-- was locked, so that they hold until the commit.
create function post_one(p_now timestamptz, p_id uuid, p_channel_id uuid, p_user_id uuid, p_content text, p_parent_id uuid)
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
  return v_frame;
end $$;
--> statement-breakpoint
-- Does what `post_one` does for any number of posts. `n` counts from 1; the posts of `p_repeated` are left out.
-- The plan is made once: for each number of posts there would be another, made anew every time.
create function post_many(
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
  select made.n::integer, made.frame from made;
end $$;
--> statement-breakpoint
-- Posts plain messages, any number of them in one transaction and one round trip: the path of almost every message.
-- The arrays are parallel; `n` counts from 0.
--
-- It does what `sendMessage` in packages/core does for members of a channel, and nothing else: a post that needs more
-- (joining, a refusal, a channel whose log somebody else is writing to right now) is left out of the answer and takes
-- the way through `transact`, which also says what is wrong with it. The order of its steps is the one of every write:
-- the clients' keys, then the logs of the channels, then the rows. What is read after the logs are locked stays true
-- until the commit, because each statement of a volatile function sees what was committed before it began.
create function post_messages(
  p_now timestamptz, p_ids uuid[], p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_parent_ids uuid[],
  p_keys text[], p_request_hashes text[]
) returns table (n integer, frame text, earlier_answer text)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_keyed boolean := cardinality(array_remove(p_keys, null)) > 0;
  v_replies boolean := cardinality(array_remove(p_parent_ids, null)) > 0;
  v_repeated integer[] := '{}';
begin
  if v_keyed then
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
  end if;

  if cardinality(p_ids) > 1 then
    return query
    select posted.n - 1, posted.frame, null::text
    from post_many(p_now, p_ids, p_channel_ids, p_user_ids, p_contents, p_parent_ids, v_repeated) posted;
  elsif v_repeated = '{}' then
    n := 0;
    frame := post_one(p_now, p_ids[1], p_channel_ids[1], p_user_ids[1], p_contents[1], p_parent_ids[1]);
    if frame is not null then return next; end if;
  end if;

  if v_replies then
    update messages root set reply_count = root.reply_count + replies.count
    from (
      select reply.thread_id, count(*) as count from messages reply
      where reply.id = any (p_ids) and reply.thread_id is not null group by reply.thread_id
    ) replies
    where root.id = replies.thread_id;
  end if;

  if v_keyed then
    update idempotency_keys earlier set answer = message_of_frame(event.frame, event.seq)
    from unnest(p_ids, p_user_ids, p_keys) post(id, user_id, key)
    join messages message on message.id = post.id
    join events event on event.stream_id = message.channel_id and event.seq = message.seq
    where earlier.user_id = post.user_id and earlier.key = post.key and earlier.answer is null;
    -- Whoever takes the other way brings the key again. A key without an answer can only be one of ours.
    delete from idempotency_keys unused using unnest(p_user_ids, p_keys) post(user_id, key)
    where unused.user_id = post.user_id and unused.key = post.key and unused.answer is null;
  end if;
end $$;
