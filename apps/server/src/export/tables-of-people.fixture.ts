import type { LINES } from './own-data.js';

/** A table whose rows no line has, and why. */
interface Left {
  readonly left: string;
}

const SHORT_LIVED = { left: 'it passes within days' };
const SECRET = { left: 'it is a secret, or a digest of one' };
const OF_SERVERS = { left: 'it is of a server and stays with it' };
const OF_MESSAGES = { left: 'it is made of messages, which have their lines' };
const OF_OPERATORS = { left: 'it is for who runs the service' };
const COUNTED = { left: 'it counts what other lines have' };

/** Each table that names a person by a column. */
export const TABLES: Readonly<Record<string, keyof typeof LINES | Left>> = {
  account_deletions: SHORT_LIVED,
  admin_acts: OF_OPERATORS,
  api_keys: OF_OPERATORS,
  attachments: 'message',
  bot_commands: 'bot',
  bot_endpoints: 'bot',
  channel_groups: OF_SERVERS,
  channel_members: 'readPosition',
  channels: OF_SERVERS,
  drafts: 'draft',
  erasures: OF_OPERATORS,
  exchange_codes: SHORT_LIVED,
  favorites: 'favorites',
  held_attachments: OF_OPERATORS,
  held_messages: OF_OPERATORS,
  holds: OF_OPERATORS,
  idempotency_keys: SHORT_LIVED,
  identities: 'identity',
  imported: OF_OPERATORS,
  imports: OF_OPERATORS,
  incoming_webhooks: OF_SERVERS,
  interactions: SHORT_LIVED,
  invites: OF_SERVERS,
  known_networks: { left: 'it is a digest of addresses' },
  mail_digests: SHORT_LIVED,
  mail_outbox: SHORT_LIVED,
  mail_tokens: SECRET,
  message_edits: OF_MESSAGES,
  message_removals: OF_SERVERS,
  message_reports: OF_SERVERS,
  message_search: OF_MESSAGES,
  messages: 'message',
  notification_keywords: 'notificationPreference',
  notification_preferences: 'channelPreference',
  notifications: 'inboxItem',
  outgoing_webhooks: OF_SERVERS,
  passkeys: 'secondFactors',
  presence: SHORT_LIVED,
  reactions: 'reaction',
  recovery_codes: SECRET,
  saved_messages: 'savedMessage',
  scheduled_messages: 'scheduledMessage',
  security_events: 'securityEvent',
  server_acts: OF_SERVERS,
  server_bans: OF_SERVERS,
  server_departures: SHORT_LIVED,
  server_emoji: OF_SERVERS,
  server_members: 'server',
  server_timeouts: OF_SERVERS,
  servers: 'server',
  sessions: 'session',
  sign_in_attempts: SHORT_LIVED,
  slow_mode_posts: SHORT_LIVED,
  stored_bytes: COUNTED,
  thread_follows: 'followedThread',
  totp_secrets: SECRET,
  unpublished_profiles: SHORT_LIVED,
  user_blocks: 'blocked',
  user_group_members: OF_SERVERS,
  user_groups: OF_SERVERS,
  users: 'profile',
  webhook_accounts: OF_SERVERS,
};
