import { textOfLines } from './converting/convert.fixture.js';
import type { SourceSystem } from './sources.js';

/** A small export with something of everything: JSON by path, lines of JSON where `isLines`. */
export interface SmallExport {
  readonly files: Readonly<Record<string, unknown>>;
  readonly isLines: boolean;
  readonly others: Readonly<Record<string, string>>;
  /** Where the messages are in the JSON of their file. */
  readonly messages: { readonly file: string; readonly at: readonly (string | number)[] };
  /** The field of a message with its instant, and this instant of the year 2024 as the system writes it. */
  readonly instant: { readonly field: string; readonly write: (ms: number) => unknown };
  /** Two messages that reply to each other; null where no message names what it replies to. */
  readonly cycle: readonly [object, object] | null;
}

const T0 = Date.parse('2024-01-01T00:00:00Z');
const seconds = (ms: number) => ms / 1_000;
const iso = (ms: number) =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : String(ms);
const slackTs = (ms: number) => (ms / 1_000).toFixed(6);

const ANN = { id: '11', name: 'ann', nickname: 'Ann', isBot: false, avatarUrl: 'media/a.png' };
const discordMessage = (id: string, more: object = {}) => ({
  id,
  type: 'Default',
  timestamp: iso(T0 + Number(id)),
  timestampEdited: null,
  isPinned: true,
  content: 'hello',
  author: ANN,
  attachments: [{ id: '1', url: 'media/plan.txt', fileName: 'plan.txt', fileSizeBytes: 4 }],
  embeds: [{ title: 'A page', url: 'https://a.example', fields: [{ name: 'n', value: 'v' }] }],
  stickers: [],
  mentions: [ANN],
  reactions: [{ emoji: { id: '', name: '👍' }, count: 1, users: [ANN] }],
  ...more,
});

export const SMALL_EXPORTS: { readonly [System in SourceSystem]: SmallExport } = {
  slack: {
    files: {
      'users.json': [
        {
          id: 'U1',
          team_id: 'T1',
          name: 'ann',
          is_primary_owner: true,
          profile: { real_name: 'Ann', email: 'a@example.com' },
        },
        { id: 'U2', team_id: 'T1', name: 'ben', deleted: true, profile: { display_name: 'Ben' } },
      ],
      'channels.json': [
        {
          id: 'C1',
          name: 'general',
          created: 1_500_000_000,
          creator: 'U1',
          members: ['U1', 'U2'],
          pins: [{ id: slackTs(T0), user: 'U1', created: 1_600_000_000 }],
          topic: { value: 'All' },
          purpose: { value: 'Things' },
        },
      ],
      'dms.json': [{ id: 'D1', created: 1_500_000_000, members: ['U1', 'U2'] }],
      'integration_logs.json': [{ service_id: '1', service_type: 'Robot', user_id: 'U1' }],
      'general/2024-01-01.json': [
        {
          type: 'message',
          user: 'U1',
          text: 'hello <@U2>',
          ts: slackTs(T0),
          edited: { user: 'U1', ts: slackTs(T0 + 5) },
          reactions: [{ name: '+1::skin-tone-2', users: ['U2'], count: 1 }],
          files: [{ id: 'F1', name: 'plan.txt', size: 4, url_private: 'https://files.example/plan.txt' }],
        },
        { type: 'message', user: 'U2', text: 'reply', ts: slackTs(T0 + 1_000), thread_ts: slackTs(T0) },
        {
          type: 'message',
          subtype: 'bot_message',
          bot_id: 'B1',
          username: 'Robot',
          text: '',
          ts: slackTs(T0 + 2_000),
          attachments: [{ title: 'Build', fields: [{ title: 't', value: 'v' }] }],
          blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*ok*' } }],
        },
      ],
      'D1/2024-01-01.json': [{ type: 'message', user: 'U1', text: 'psst', ts: slackTs(T0) }],
    },
    isLines: false,
    others: { '__uploads/F1/plan.txt': 'plan' },
    messages: { file: 'general/2024-01-01.json', at: [] },
    instant: { field: 'ts', write: slackTs },
    cycle: [
      { type: 'message', user: 'U1', text: 'one', ts: slackTs(T0 + 8_000), thread_ts: slackTs(T0 + 9_000) },
      { type: 'message', user: 'U1', text: 'two', ts: slackTs(T0 + 9_000), thread_ts: slackTs(T0 + 8_000) },
    ],
  },
  mattermost: {
    files: {
      'import.jsonl': [
        { type: 'version', version: 1 },
        { type: 'team', team: { name: 'acme', display_name: 'Acme', type: 'O' } },
        {
          type: 'channel',
          channel: { team: 'acme', name: 'town', display_name: 'Town', type: 'O', header: 'h', purpose: 'p' },
        },
        { type: 'emoji', emoji: { name: 'party', image: 'emoji/party.png' } },
        {
          type: 'user',
          user: {
            username: 'ann',
            email: 'a@example.com',
            roles: 'system_admin',
            profile_image: 'a.png',
            teams: [{ name: 'acme', roles: 'team_user', channels: [{ name: 'town' }] }],
          },
        },
        { type: 'bot', bot: { username: 'robot', owner: 'ann' } },
        {
          type: 'post',
          post: {
            team: 'acme',
            channel: 'town',
            user: 'ann',
            message: 'hello @robot',
            create_at: T0,
            edit_at: T0 + 5,
            is_pinned: true,
            props: {
              attachments: [{ title: 'Build', fields: [{ title: 't', value: 'v' }] }],
              override_username: 'R',
            },
            reactions: [{ user: 'ann', emoji_name: '+1', create_at: T0 }],
            replies: [
              { user: 'ann', message: 'reply', create_at: T0 + 9, attachments: [{ path: 'plan.txt' }] },
            ],
            attachments: [{ path: 'plan.txt' }],
          },
        },
        { type: 'direct_channel', direct_channel: { members: ['ann', 'robot'] } },
        {
          type: 'direct_post',
          direct_post: { channel_members: ['ann', 'robot'], user: 'ann', message: 'psst', create_at: T0 },
        },
      ],
    },
    isLines: true,
    others: { 'data/plan.txt': 'plan', 'data/a.png': 'no image' },
    messages: { file: 'import.jsonl', at: [] },
    instant: { field: 'post.create_at', write: (ms) => ms },
    cycle: null,
  },
  discord: {
    files: {
      'general.json': {
        guild: { id: '1', name: 'Acme' },
        channel: { id: '100', name: 'general', type: 'GuildTextChat', topic: 'All' },
        messages: [
          discordMessage('201'),
          discordMessage('202', { type: 'Reply', reference: { messageId: '201', channelId: '100' } }),
        ],
      },
      'thread.json': {
        guild: { id: '1', name: 'Acme' },
        channel: {
          id: '201',
          name: 'plans',
          type: 'GuildPublicThread',
          categoryId: '100',
          category: 'general',
        },
        messages: [discordMessage('301')],
      },
    },
    isLines: false,
    others: { 'media/plan.txt': 'plan', 'media/a.png': 'no image' },
    messages: { file: 'general.json', at: ['messages'] },
    instant: { field: 'timestamp', write: iso },
    cycle: [
      discordMessage('208', { type: 'Reply', reference: { messageId: '209', channelId: '100' } }),
      discordMessage('209', { type: 'Reply', reference: { messageId: '208', channelId: '100' } }),
    ],
  },
  rocketchat: {
    files: {
      'general.json': [
        { msg: 'joined', username: 'ann', ts: iso(T0), type: 'uj' },
        { msg: 'hello @ben', username: 'ann', ts: iso(T0) },
        {
          msg: '',
          username: 'ben',
          ts: { $date: iso(T0 + 1_000) },
          attachments: [
            { type: 'file', title: 'plan.txt', fileId: 'f1', fileName: 'plan.txt', url: '/f1' },
            { title: 'A page', title_link: 'https://a.example' },
          ],
        },
      ],
    },
    isLines: true,
    others: { 'assets/f1-plan.txt': 'plan' },
    messages: { file: 'general.json', at: [] },
    instant: { field: 'ts', write: iso },
    cycle: null,
  },
  zulip: {
    files: {
      'realm.json': {
        zerver_realm: [{ id: 7, string_id: 'acme', name: 'Acme', uuid: 'f00d' }],
        zerver_userprofile: [
          { id: 11, delivery_email: 'a@example.com', full_name: 'Ann', role: 100, is_active: true },
          { id: 12, email: 'b@example.com', full_name: 'Ben', role: 600, is_active: true },
        ],
        zerver_userprofile_mirrordummy: [],
        zerver_userprofile_crossrealm: [{ id: 15, email: 'notification-bot@zulip.com' }],
        zerver_stream: [
          { id: 21, name: 'general', description: 'All', invite_only: false, date_created: seconds(T0) },
        ],
        zerver_recipient: [
          { id: 1, type: 2, type_id: 21 },
          { id: 2, type: 1, type_id: 11 },
          { id: 3, type: 3, type_id: 31 },
        ],
        zerver_subscription: [
          { recipient: 1, user_profile: 11, active: true },
          { recipient: 3, user_profile: 11, active: true },
          { recipient: 3, user_profile: 12, active: true },
        ],
        zerver_realmemoji: [{ id: 3, name: 'party', file_name: '3.png' }],
        zerver_reaction: [
          {
            message: 101,
            user_profile: 12,
            emoji_name: 'thumbs_up',
            emoji_code: '1f44d',
            reaction_type: 'unicode_emoji',
          },
        ],
      },
      'attachment.json': {
        zerver_attachment: [{ path_id: '7/ab/plan.txt', file_name: 'plan.txt', messages: [101] }],
      },
      'messages-000001.json': {
        zerver_message: [
          {
            id: 101,
            sender: 11,
            recipient: 1,
            subject: 'plans',
            content: 'see [plan](/user_uploads/7/ab/plan.txt) @**Ben**',
            date_sent: seconds(T0),
            last_edit_time: seconds(T0 + 5_000),
          },
          {
            id: 102,
            sender: 12,
            recipient: 1,
            subject: 'plans',
            content: 'reply',
            date_sent: seconds(T0 + 1_000),
          },
          { id: 103, sender: 12, recipient: 3, subject: '', content: 'psst', date_sent: seconds(T0 + 2_000) },
        ],
      },
    },
    isLines: false,
    others: { 'uploads/7/ab/plan.txt': 'plan' },
    messages: { file: 'messages-000001.json', at: ['zerver_message'] },
    instant: { field: 'date_sent', write: seconds },
    cycle: null,
  },
};

/** The texts of the files, as they are in the zip. */
export function filesOf({ files, isLines, others }: SmallExport): Record<string, unknown> {
  const texts = Object.entries(files).map(([path, value]) => [
    path,
    isLines && Array.isArray(value) ? textOfLines(value) : JSON.stringify(value),
  ]);
  return { ...Object.fromEntries(texts), ...others };
}

const placeOf = ({ messages: { at } }: SmallExport): readonly string[] => at.map(String);

/** The lines among which the messages are, these last. */
export function messagesOf(small: SmallExport): readonly object[] {
  const all = small.files[small.messages.file];
  const found = placeOf(small).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], all);
  return found as readonly object[];
}

/** The same export with other messages. */
export function withMessages(small: SmallExport, messages: readonly object[]): SmallExport {
  const { file } = small.messages;
  return {
    ...small,
    files: { ...small.files, [file]: withValue(small.files[file], placeOf(small), messages) },
  };
}

/** Every place in a value. */
export function placesIn(value: unknown, at: readonly string[] = []): ReadonlyArray<readonly string[]> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [at, ...inner.flatMap(([key, one]) => placesIn(one, [...at, key]))];
}

/** The same with another value at a place. */
export function withValue(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? withValue(one, rest, to) : one));
  if (typeof value !== 'object' || value === null) return value;
  const given: Readonly<Record<string, unknown>> = { ...value };
  return { ...given, [key]: withValue(given[key], rest, to) };
}
