/** The streams whose end a consumer that follows them has not reached. */
export const BEHIND = `
  select head.id from stream_heads head join consumer_positions position on position.stream_id = head.id
  where position.seq <> head.last_seq`;

/**
 * What holds in every database of the service, as queries of the rows where it does not. A filled world and one that was written through the
 * API are both held to it, so a counter that the filling forgets, or writes otherwise, is found.
 */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'a root counts its replies': `
    select root.id from messages root where reply_count <> (
      select count(*) from messages reply where reply.thread_id = root.id and reply.deleted_at is null)
      + (select count(*) from channel_replies listed where listed.root_id = root.id)`,
  'a reply that is in the list of its channel says of which thread': `
    select id from messages full join channel_replies on message_id = id
    where (extra ->> 'alsoInThread')::uuid is distinct from root_id`,
  'positions of a channel are those of its messages, each once': `
    select channel_id from messages join stream_heads head on head.id = channel_id
    group by channel_id, last_seq having max(seq) > last_seq or count(*) <> count(distinct seq)`,
  'the order of a channel is that of time': `
    select id from (select id, created_at, lag(created_at) over (partition by channel_id order by seq) as before from messages) one
    where created_at < before`,
  'an id leads to its server or direct message': `
    select message.id from messages message join channels channel on channel.id = channel_id
    where right(message.id::text, 4) <> right(coalesce(channel.server_id, channel.id)::text, 4)`,
  'who is mentioned is in both places': `
    select id from messages left join lateral (
      select count(*) as rows, count(*) filter (where target_id = channel_id) as all from message_mentions mention where message_id = messages.id
    ) one on true
    where rows <> coalesce(jsonb_array_length(mentions -> 'userIds'), 0)
      + case when mentions @> '{"channel":true}' or mentions @> '{"here":true}' then 1 else 0 end`,
  'a deleted message is empty': `
    select id from messages where deleted_at is not null and (content <> '' or mentions is not null or pinned_at is not null
      or exists (select from reactions where message_id = id) or exists (select from attachments where message_id = id)
      or exists (select from message_search where message_id = id) or exists (select from message_edits where message_id = id))`,
  'a message that is not deleted is in the index of search': `
    select id from messages full join message_search on message_id = id where deleted_at is null and (message_id is null or id is null)`,
  'the index has the place and the file of a message': `
    select message_id from message_search item join messages message on message.id = message_id join channels channel on channel.id = message.channel_id
    where item.channel_id <> message.channel_id or item.user_id <> message.user_id or item.created_at <> message.created_at
      or item.scope_id <> coalesce(channel.server_id, channel.id)
      or has_file <> exists (select from attachments where attachments.message_id = message.id)`,
  'an edited message has its earlier text at the position of the edit': `
    select id from messages where edited <> (updated_seq is not null)
      or edited <> exists (select from message_edits edit where edit.message_id = id and edit.seq = updated_seq)`,
  'a pin is in both places': `
    select id from messages full join message_pins on message_id = id where (pinned_at is null) <> (message_id is null)`,
  'a deleted root with replies is written down': `
    select root.id from messages root full join deleted_roots deleted on deleted.thread_id = root.id
    where (root.deleted_at is not null and root.reply_count > 0) <> (deleted.thread_id is not null)`,
  'who writes in a thread, or began it, follows it or has stopped': `
    select reply.id from messages reply
    left join channel_replies listed on listed.message_id = reply.id
    join messages root on root.id = coalesce(reply.thread_id, listed.root_id)
    where not exists (select from thread_follows where root_id = root.id and user_id = reply.user_id)
      or not exists (select from thread_follows where root_id = root.id and user_id = root.user_id)`,
  'no position is beyond the log': `
    select channel_id from channel_members join stream_heads head on head.id = channel_id where read_seq > last_seq
    union all select channel_id from thread_follows join stream_heads head on head.id = channel_id where read_seq > last_seq`,
  'a position names a message of its list that is not after it': `
    select read_message_id from channel_members member left join messages message on message.id = read_message_id
    where read_message_id is not null and (message.id is null or message.channel_id <> member.channel_id or message.thread_id is not null or message.seq > read_seq)`,
  'a channel and a server count their members': `
    select id from channels where member_count <> (select count(*) from channel_members where channel_id = id)
    union all select id from servers where member_count <> (select count(*) from server_members where server_id = id)`,
  'an author was a member of the channel': `
    select id from messages message where not exists (
      select from channel_members member where member.channel_id = message.channel_id and member.user_id = message.user_id)`,
  'an item is of a message that tells its owner': `
    select item.id from notifications item join messages message on message.id = message_id
    where first_seq <> message.seq or last_seq <> message.seq or count <> 1 or author_id <> message.user_id
      or item.channel_id <> message.channel_id or item.thread_id is distinct from message.thread_id or item.user_id = message.user_id`,
  'an item is read where the position of its owner is not before it': `
    select item.id from notifications item
    join channel_members member on member.channel_id = item.channel_id and member.user_id = item.user_id
    where item.thread_id is null and item.kind <> 'reminder' and (item.read_at is null) <> (item.last_seq > greatest(member.read_seq, (
      select max(seq) from messages own
      where own.channel_id = item.channel_id and own.user_id = item.user_id and own.thread_id is null)))`,
  'an inbox has at most a thousand items': `select user_id from notifications group by user_id having count(*) > 1000`,
  'what is stored is counted': `
    select person_id from stored_bytes where bytes <> coalesce((
      select sum(size_bytes) from attachments where person_id is null or uploader_id = person_id), 0)`,
  'a log has a head, and a channel, a server and a person have a log': `
    select stream_id from events where not exists (select from stream_heads head where head.id = stream_id and last_seq >= seq)
    union all select id from (select id from channels union all select id from servers union all select id from users) one
    where not exists (select from stream_heads head where head.id = one.id)`,
  'the log has no gap after its first event that is kept': `
    select stream_id from events join stream_heads head on head.id = stream_id
    group by stream_id, last_seq having count(*) <> last_seq - min(seq) + 1`,
  'consumers are at the ends of the logs': BEHIND,
};
