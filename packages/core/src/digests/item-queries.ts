import { type Queryable, statement } from '@palaver/db';
import { IS_READABLE } from '../notifications/item-rows.js';
import type { PreferenceFacts } from '../notifications/preference-facts.js';
import { preferenceFacts } from '../notifications/preference-rows.js';
import type { NotificationKind } from '../protocol/records/notification.js';
import type { NotificationLevel } from '../protocol/records/notification-preference.js';

/** An unread mention, keyword, direct message or reminder, with what decides whether it may disturb its owner now. */
export interface MailedItem {
  readonly id: string;
  /** When the message was posted, or the reminder came, in milliseconds since 1970. */
  readonly at: number;
  readonly isDm: boolean;
  readonly isMentioned: boolean;
  readonly hasKeyword: boolean;
  readonly isReminder: boolean;
  readonly channel: PreferenceFacts | null;
  readonly server: PreferenceFacts | null;
  readonly account: PreferenceFacts | null;
  readonly defaultLevel: NotificationLevel | null;
  readonly timezone: string | null;
  /** In milliseconds since 1970. */
  readonly dndUntil: number | null;
}

/** The same, with what a letter says of it. */
export interface DigestItem extends MailedItem {
  readonly channelId: string;
  readonly messageId: string;
  readonly author: string;
  /** Null for a direct message. */
  readonly channelName: string | null;
  readonly serverName: string | null;
  /** The beginning of the text as it is now. */
  readonly text: string;
}

/** Of these kinds are the items that are mailed. */
const MAILED: readonly NotificationKind[] = ['mention', 'keyword', 'dm', 'reminder'];
const MAILED_KINDS = `(${MAILED.map((kind) => `'${kind}'`).join(', ')})`;

/** Whether items of a kind are mailed. */
export function isMailed(kind: NotificationKind): boolean {
  return MAILED.includes(kind);
}

/** As many characters of a message are read: more than a letter shows, since what a link leads to is not shown. */
const TEXT_READ = 1_000;

const FACTS = `item.id, (extract(epoch from item.created_at) * 1000)::float8 as at, item.kind = 'dm' as "isDm",
  item.kind = 'mention' or exists (select from message_mentions named
    where named.message_id = item.message_id and named.target_id in (item.user_id, item.channel_id)) as "isMentioned",
  item.kind = 'keyword' as "hasKeyword", item.kind = 'reminder' as "isReminder",
  person.timezone, (extract(epoch from person.dnd_until) * 1000)::float8 as "dndUntil",
  ${preferenceFacts('of_channel')} as channel, ${preferenceFacts('of_server')} as server,
  ${preferenceFacts('of_account')} as account,
  place.default_notification_level as "defaultLevel"`;

const FROM = `from notifications item
  join users person on person.id = item.user_id
  join channels place on place.id = item.channel_id
  join messages message on message.id = item.message_id and message.deleted_at is null
  left join notification_preferences of_channel
    on of_channel.user_id = item.user_id and of_channel.channel_id = item.channel_id
  left join notification_preferences of_server
    on of_server.user_id = item.user_id and of_server.server_id = item.server_id and of_server.channel_id is null
  left join notification_preferences of_account
    on of_account.user_id = item.user_id and of_account.server_id is null and of_account.channel_id is null`;

const IS_UNREAD = `item.read_at is null and not item.silent and item.kind in ${MAILED_KINDS} and ${IS_READABLE}`;

const findNew = statement<MailedItem>(`
  select ${FACTS} ${FROM} where item.user_id = $1 and item.mail_id is null and ${IS_UNREAD} order by item.id`);

/** The items of a person that no mail has told of; an inbox is bounded. */
export function findNewItems(q: Queryable, userId: string): Promise<readonly MailedItem[]> {
  return findNew(q, [userId]);
}

const findOf = statement<DigestItem>(`
  select ${FACTS}, item.channel_id as "channelId", item.message_id as "messageId", author.display_name as author,
    case when not place.is_dm then place.name end as "channelName", server.name as "serverName",
    left(message.content, ${TEXT_READ}) as text
  ${FROM}
  join users author on author.id = message.user_id
  left join servers server on server.id = item.server_id
  where item.user_id = $1 and item.mail_id = $2::uuid and ${IS_UNREAD} order by item.id`);

/** The items that a mail tells of, without those that were read or are gone meanwhile. */
export function findItemsOf(q: Queryable, userId: string, mailId: string): Promise<readonly DigestItem[]> {
  return findOf(q, [userId, mailId]);
}
