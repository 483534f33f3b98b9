import type { MessageTable } from './message-tables.js';

/** What becomes of a column in an earlier year: its id, its thread, its position in the channel, its instant, or the same. */
export type Kind = 'id' | 'root' | 'seq' | 'time' | 'same';

export interface Growth {
  readonly columns: Readonly<Record<string, Kind>>;
  /** Whether only the message of a row says in which channel it is. */
  readonly ofMessage?: true;
  /** Columns that have another value, in SQL. */
  readonly always?: Readonly<Record<string, string>>;
  /** The same for those of earlier years. */
  readonly earlier?: Readonly<Record<string, string>>;
  /** Rows that are the same in every year, and are written with the last one alone. */
  readonly once?: string;
}

/** The tables that grow. Pins, of which a channel has few, and the events of the last days are those of the last year. */
export const GROWTH: Readonly<Record<Exclude<MessageTable, 'message_pins' | 'events'>, Growth>> = {
  messages: {
    columns: {
      id: 'id',
      channel_id: 'same',
      seq: 'seq',
      user_id: 'same',
      thread_id: 'root',
      content: 'same',
      edited: 'same',
      reply_count: 'same',
      created_at: 'time',
      updated_at: 'time',
      deleted_at: 'time',
      updated_seq: 'seq',
      mentions: 'same',
      pinned_at: 'time',
      pinned_by: 'same',
      extra: 'same',
    },
    always: {
      reply_count:
        'case when item.id <> long_id then reply_count when year = 0 then reply_count * years else 0 end',
    },
    earlier: {
      pinned_at: 'null',
      pinned_by: 'null',
      extra: `case when item.extra is not null then jsonb_build_object('alsoInThread', earlier((item.extra ->> 'alsoInThread')::uuid, shift)) end`,
    },
  },
  message_search: {
    columns: {
      message_id: 'id',
      scope_id: 'same',
      channel_id: 'same',
      user_id: 'same',
      created_at: 'time',
      has_file: 'same',
      has_link: 'same',
      content: 'same',
      grams: 'same',
      form: 'same',
    },
  },
  reactions: { columns: { message_id: 'id', emoji: 'same', user_id: 'same', created_at: 'time' } },
  attachments: {
    columns: {
      id: 'id',
      channel_id: 'same',
      uploader_id: 'same',
      message_id: 'id',
      position: 'same',
      filename: 'same',
      mime_type: 'same',
      size_bytes: 'same',
      width: 'same',
      height: 'same',
      created_at: 'time',
    },
  },
  message_mentions: {
    columns: {
      target_id: 'same',
      channel_id: 'same',
      seq: 'seq',
      message_id: 'id',
      thread_id: 'root',
      added_seq: 'seq',
      here: 'same',
    },
  },
  message_edits: {
    columns: { message_id: 'id', seq: 'seq', content: 'same', user_id: 'same', edited_at: 'time' },
    ofMessage: true,
  },
  channel_replies: { columns: { message_id: 'id', root_id: 'root', seq: 'seq' }, ofMessage: true },
  deleted_roots: { columns: { channel_id: 'same', thread_id: 'id' } },
  thread_follows: {
    columns: {
      user_id: 'same',
      root_id: 'root',
      channel_id: 'same',
      following: 'same',
      read_seq: 'seq',
      read_message_id: 'id',
      set_back_seq: 'same',
      announced: 'same',
    },
    once: 'not following',
  },
  notifications: {
    columns: {
      id: 'id',
      user_id: 'same',
      kind: 'same',
      server_id: 'same',
      channel_id: 'same',
      message_id: 'id',
      thread_id: 'root',
      author_id: 'same',
      first_seq: 'seq',
      last_seq: 'seq',
      count: 'same',
      silent: 'same',
      created_at: 'time',
      updated_at: 'time',
      read_at: 'time',
    },
    earlier: { read_at: `coalesce(item.read_at, item.created_at + interval '1 hour') - lag` },
  },
};

export const GROWN = Object.keys(GROWTH).filter(isGrown);

function isGrown(name: string): name is keyof typeof GROWTH {
  return name in GROWTH;
}
