import { SEARCH_COLUMNS } from './search-row.js';
import type { Value } from './table-stream.js';

const columns = (names: string) => names.split(' ');

/** The tables that have rows for messages, with the columns that are written. */
export const MESSAGE_TABLES = {
  messages: columns(
    'id channel_id seq user_id thread_id content edited reply_count created_at updated_at deleted_at updated_seq mentions pinned_at pinned_by extra',
  ),
  message_search: SEARCH_COLUMNS,
  reactions: columns('message_id emoji user_id created_at'),
  attachments: columns(
    'id channel_id uploader_id message_id position filename mime_type size_bytes width height created_at',
  ),
  message_mentions: columns('target_id channel_id seq message_id thread_id added_seq here'),
  message_edits: columns('message_id seq content user_id edited_at'),
  message_pins: columns('message_id channel_id seq'),
  channel_replies: columns('message_id root_id seq'),
  deleted_roots: columns('channel_id thread_id'),
  thread_follows: columns(
    'user_id root_id channel_id following read_seq read_message_id set_back_seq announced',
  ),
  notifications: columns(
    'id user_id kind server_id channel_id message_id thread_id author_id first_seq last_seq count silent created_at updated_at read_at',
  ),
  events: columns('stream_id seq frame created_at message_id'),
} as const;

export type MessageTable = keyof typeof MESSAGE_TABLES;

/** Where the rows go. */
export type Push = (table: MessageTable, values: readonly Value[]) => void;

/** What is older has been read by everybody who was told of it. */
export const READ_MS = 3 * 24 * 3_600_000;
