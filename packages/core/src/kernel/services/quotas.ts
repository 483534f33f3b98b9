import type { ErrorCode } from '../../protocol/error-codes.js';

interface QuotaRow {
  /** The variable with which an operator sets another one. */
  readonly variable: `QUOTA_${string}` | 'DISK_FREE_GB';
  readonly standard: number;
  /** What is counted, for the tables of the documents. */
  readonly says: string;
  /** The most that an operator can set, where a list has no pages or each item costs something later. */
  readonly most?: number;
  /** Absent: an item more takes the place of an old one, or the quota is of bytes. */
  readonly error?: readonly [code: ErrorCode, sentence: (limit: number) => string];
  /** Given in gigabytes. */
  readonly isBytes?: true;
}

const GB = 1_000_000_000;

/** The most of each kind that one person, one server or one channel may have. A quota is a row here. */
export const QUOTAS = {
  serversOwned: {
    variable: 'QUOTA_SERVERS_OWNED',
    standard: 100,
    says: 'servers that a person owns, also those handed over to them',
    error: ['TOO_MANY_SERVERS', (limit) => `A person owns at most ${limit} servers.`],
  },
  serversJoined: {
    variable: 'QUOTA_SERVERS_JOINED',
    standard: 1_000,
    says: 'servers that a user is in',
    error: ['TOO_MANY_SERVERS_JOINED', (limit) => `A user is in at most ${limit} servers.`],
  },
  dms: {
    variable: 'QUOTA_DMS',
    standard: 1_000,
    says: 'direct messages that a user has started',
    error: ['TOO_MANY_DMS', (limit) => `A user starts at most ${limit} direct messages.`],
  },
  channelsPerServer: {
    variable: 'QUOTA_CHANNELS',
    standard: 1_000,
    says: 'channels of a server, archived ones included',
    error: ['TOO_MANY_CHANNELS', (limit) => `A server has at most ${limit} channels.`],
  },
  groupsPerServer: {
    variable: 'QUOTA_GROUPS',
    standard: 100,
    says: 'channel groups of a server',
    error: ['TOO_MANY_GROUPS', (limit) => `A server has at most ${limit} channel groups.`],
  },
  emojiPerServer: {
    variable: 'QUOTA_EMOJI',
    standard: 200,
    most: 1_000,
    says: 'emoji that a server has made itself',
    error: ['TOO_MANY_EMOJI', (limit) => `A server has at most ${limit} emoji of its own.`],
  },
  userGroupsPerServer: {
    variable: 'QUOTA_USER_GROUPS',
    standard: 100,
    most: 500,
    says: 'user groups of a server',
    error: ['TOO_MANY_USER_GROUPS', (limit) => `A server has at most ${limit} user groups.`],
  },
  // A mention writes a row for each of them.
  membersPerUserGroup: {
    variable: 'QUOTA_USER_GROUP_MEMBERS',
    standard: 1_000,
    most: 1_000,
    says: 'members of a user group',
    error: ['TOO_MANY_USER_GROUP_MEMBERS', (limit) => `A user group has at most ${limit} members.`],
  },
  // Each event is looked at for each of them.
  outgoingWebhooksPerServer: {
    variable: 'QUOTA_OUTGOING_WEBHOOKS',
    standard: 20,
    most: 50,
    says: 'outgoing webhooks of a server, disabled ones as well',
    error: ['TOO_MANY_OUTGOING_WEBHOOKS', (limit) => `A server has at most ${limit} outgoing webhooks.`],
  },
  invitesPerServer: {
    variable: 'QUOTA_INVITES',
    standard: 500,
    says: 'invites of a server that can still be used',
    error: ['TOO_MANY_INVITES', (limit) => `A server has at most ${limit} open invites.`],
  },
  bots: {
    variable: 'QUOTA_BOTS',
    standard: 100,
    says: 'bots that a person owns',
    error: ['TOO_MANY_BOTS', (limit) => `A person owns at most ${limit} bots.`],
  },
  followedThreads: {
    variable: 'QUOTA_FOLLOWED_THREADS',
    standard: 1_000,
    says: 'threads that a person follows; one more by a reply or a mention ends those without news for longest',
    error: ['TOO_MANY_FOLLOWED_THREADS', (limit) => `A person follows at most ${limit} threads.`],
  },
  drafts: {
    variable: 'QUOTA_DRAFTS',
    standard: 200,
    most: 1_000,
    says: 'drafts that a person keeps in channels that they may read',
    error: ['TOO_MANY_DRAFTS', (limit) => `A person keeps at most ${limit} drafts.`],
  },
  savedMessages: {
    variable: 'QUOTA_SAVED_MESSAGES',
    standard: 1_000,
    says: 'messages that a person has saved for themselves',
    error: ['TOO_MANY_SAVED_MESSAGES', (limit) => `A person saves at most ${limit} messages.`],
  },
  pinsPerChannel: {
    variable: 'QUOTA_PINS',
    standard: 50,
    most: 250,
    says: 'pinned messages of a channel',
    error: ['TOO_MANY_PINS', (limit) => `A channel has at most ${limit} pinned messages.`],
  },
  webhooksPerChannel: {
    variable: 'QUOTA_WEBHOOKS',
    standard: 15,
    most: 100,
    says: 'incoming webhooks of a channel',
    error: ['TOO_MANY_INCOMING_WEBHOOKS', (limit) => `A channel has at most ${limit} incoming webhooks.`],
  },
  scheduledMessages: {
    variable: 'QUOTA_SCHEDULED_MESSAGES',
    standard: 100,
    most: 1_000,
    says: 'messages that a user has scheduled, those included that could not be sent',
    error: ['TOO_MANY_SCHEDULED_MESSAGES', (limit) => `A user has at most ${limit} scheduled messages.`],
  },
  reports: {
    variable: 'QUOTA_REPORTS',
    standard: 20,
    says: 'reports of a person in a server that are open or of the last 24 hours',
    error: [
      'TOO_MANY_REPORTS',
      (limit) => `A person has at most ${limit} reports in a server that are open or of the last day.`,
    ],
  },
  sessions: {
    variable: 'QUOTA_SESSIONS',
    standard: 50,
    says: 'sessions of a person; beyond it the oldest ends',
  },
  sockets: {
    variable: 'QUOTA_SOCKETS',
    standard: 50,
    says: 'sockets and event streams that a user has open on one node',
    error: ['TOO_MANY_SOCKETS', (limit) => `A user has at most ${limit} sockets and event streams open.`],
  },
  storedBytesPerPerson: {
    variable: 'QUOTA_STORED_GB_PER_PERSON',
    standard: 5 * GB,
    says: 'gigabytes of uploaded files of a person',
    isBytes: true,
  },
  storedBytes: {
    variable: 'QUOTA_STORED_GB',
    standard: 1_000 * GB,
    says: 'gigabytes of all uploaded files',
    isBytes: true,
  },
  freeBytesKept: {
    variable: 'DISK_FREE_GB',
    standard: GB,
    says: 'gigabytes of the disk that uploads leave free for Postgres',
    isBytes: true,
  },
} as const satisfies Readonly<Record<string, QuotaRow>>;

export type QuotaName = keyof typeof QUOTAS;

/** The limit that applies of each quota. */
export type Quotas = { readonly [Name in QuotaName]: number };

/** The quotas whose limit is an error of its own. */
export type CountedQuota = {
  [Name in QuotaName]: (typeof QUOTAS)[Name] extends { readonly error: unknown } ? Name : never;
}[QuotaName];

/** A limit for each quota. */
export function quotasOf(limit: (row: (typeof QUOTAS)[QuotaName]) => number): Quotas {
  // The keys are those of the table.
  return Object.fromEntries(Object.entries(QUOTAS).map(([name, row]) => [name, limit(row)])) as Quotas;
}

export const DEFAULT_QUOTAS: Quotas = quotasOf(({ standard }) => standard);
