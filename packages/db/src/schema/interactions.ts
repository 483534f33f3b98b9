import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { id, instant, sealed } from './columns.js';
import { users } from './users.js';

/** As in the record of a command. */
export interface StoredCommand {
  readonly name: string;
  readonly description: string;
  readonly options: Array<{
    readonly name: string;
    readonly description: string;
    readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'user' | 'channel';
    readonly required: boolean;
    readonly choices: Array<{ readonly value: string; readonly label: string }>;
    readonly min: number | null;
    readonly max: number | null;
  }>;
}

/** The commands of a bot (docs/bots.md), which it sets all at once. */
export const botCommands = pgTable('bot_commands', {
  botId: id('bot_id')
    .primaryKey()
    .references(() => users.id),
  commands: jsonb('commands').$type<StoredCommand[]>().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * Work that is still to be done: a stream, of a server or of a user, has not been told that a bot has other commands. There are no
 * foreign keys: a row that names nothing is dropped when its turn comes.
 */
export const unpublishedCommands = pgTable(
  'unpublished_commands',
  { botId: id('bot_id').notNull(), streamId: id('stream_id').notNull() },
  (t) => [primaryKey({ columns: [t.botId, t.streamId] })],
);

/**
 * What somebody has asked of a bot, for as long as it can answer. What was typed and answered is in the events of the log alone,
 * which are emptied when the row goes. There are no foreign keys, as a row lives for fifteen minutes.
 */
export const interactions = pgTable(
  'interactions',
  {
    id: id('id').primaryKey(),
    kind: text('kind').$type<'command' | 'component'>().notNull(),
    botId: id('bot_id').notNull(),
    userId: id('user_id').notNull(),
    serverId: id('server_id'),
    channelId: id('channel_id').notNull(),
    threadId: id('thread_id'),
    name: text('name'),
    messageId: id('message_id'),
    componentId: text('component_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    answers: smallint('answers').notNull().default(0),
    /** When the bot's endpoint is called next; null where it is not, or no more. Under a `lease`, when another node goes on. */
    sendAt: instant('send_at'),
    sendAttempts: smallint('send_attempts').notNull().default(0),
    lease: id('lease'),
    /** The position of its `interaction.created` in the bot's stream. */
    askedSeq: bigint('asked_seq', { mode: 'number' }).notNull(),
    /** The positions of the ephemeral answers in the stream of the user. */
    answerSeqs: bigint('answer_seqs', { mode: 'number' }).array().notNull().default(sql`'{}'`),
  },
  (t) => [
    index('interactions_expiry_idx').on(t.expiresAt),
    index('interactions_user_idx').on(t.userId),
    index('interactions_bot_idx').on(t.botId),
    index('interactions_sending_idx').on(t.sendAt).where(sql`${t.sendAt} is not null`),
    index('interactions_turn_idx').on(t.botId, t.userId, t.askedSeq).where(sql`${t.sendAt} is not null`),
    check('interactions_kind', sql`(${t.kind} = 'command') = (${t.name} is not null)`),
    check('interactions_component', sql`(${t.kind} = 'component') = (${t.componentId} is not null)`),
    check('interactions_answers', sql`${t.answers} between 0 and 6`),
  ],
);

/** Where a bot is called with what it is asked (docs/bots.md, By webhook). */
export const botEndpoints = pgTable(
  'bot_endpoints',
  {
    botId: id('bot_id')
      .primaryKey()
      .references(() => users.id),
    url: text('url').notNull(),
    /** Of the URL, for the bound of the calls to one host. */
    host: text('host').notNull(),
    secret: sealed('secret').notNull(),
    /** The secret before, which signs as well until `previous_until`. */
    previousSecret: sealed('previous_secret'),
    previousUntil: instant('previous_until'),
    /** Calls that have failed since the last that has not. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** It is not called before. */
    pausedUntil: instant('paused_until'),
    /** Of the last call that has failed, or whose answer was of no use. */
    failedAt: instant('failed_at'),
    status: integer('status'),
    error: text('error').$type<'status' | 'timeout' | 'connection' | 'address' | 'answer' | 'refused'>(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('bot_endpoints_url_length', sql`char_length(${t.url}) <= 2000`),
    check('bot_endpoints_failing', sql`(${t.failures} = 0) = (${t.failingSince} is null)`),
    check('bot_endpoints_previous', sql`(${t.previousSecret} is null) = (${t.previousUntil} is null)`),
  ],
);
