/**
 * SQL for whether a position reads an item of the inbox that is unread; `item` is a row of `notifications`, and `read` has
 * `user_id`, `channel_id`, `thread_id` and `seq`. No position reads a reminder: it is about a message that may long be read.
 */
export const READS_ITEM = `item.user_id = read.user_id and item.channel_id = read.channel_id and item.last_seq <= read.seq
    and item.thread_id is not distinct from read.thread_id and item.read_at is null
    and item.kind <> 'reminder'`;
