/** The most of each kind that one person or one server may have (docs/reference.md, Quotas). */
export interface Quotas {
  /** Servers that a person owns. */
  readonly serversOwned: number;
  /** Servers that a person is in. */
  readonly serversJoined: number;
  /** Direct messages that a person has started. */
  readonly dms: number;
  readonly channelsPerServer: number;
  readonly groupsPerServer: number;
  /** Emoji that a server has made itself. */
  readonly emojiPerServer: number;
  readonly userGroupsPerServer: number;
  readonly membersPerUserGroup: number;
  /** Outgoing webhooks of a server, disabled ones as well. */
  readonly outgoingWebhooksPerServer: number;
  readonly invitesPerServer: number;
  /** Bots that a person owns. */
  readonly bots: number;
  /** Threads that a person follows; one that they begin to follow by posting or by a mention ends the oldest. */
  readonly followedThreads: number;
  /** Drafts that a person keeps. */
  readonly drafts: number;
  /** Messages that a person has saved for themselves. */
  readonly savedMessages: number;
  /** Pinned messages of a channel. */
  readonly pinsPerChannel: number;
  readonly webhooksPerChannel: number;
  /** Messages that a user has scheduled, those included that could not be sent. */
  readonly scheduledMessages: number;
  /** Reports of a person in a server that are open or were made within a day. */
  readonly reports: number;
  /** Sessions of a person; beyond it the oldest ends. */
  readonly sessions: number;
  /** Sockets and event streams of a person. */
  readonly sockets: number;
  /** Bytes of the files that a person has stored. */
  readonly storedBytesPerPerson: number;
  /** Bytes of all stored files. */
  readonly storedBytes: number;
  /** Bytes of the disk that uploads leave free for Postgres. */
  readonly freeBytesKept: number;
}

/** The lists of a channel's pins and of a server's emoji have no pages, so an operator can set no more. */
export const PINS_PER_CHANNEL_MAX = 250;
export const EMOJI_PER_SERVER_MAX = 1_000;

/** These lists have no pages, and a mention of a group writes a row for each member, so an operator can set no more. */
export const USER_GROUPS_MAX = 500;
export const USER_GROUP_MEMBERS_MAX = 1_000;

/** The list of a channel has no pages, so an operator can set no more. */
export const WEBHOOKS_PER_CHANNEL_MAX = 100;

/** These lists have no pages, and each item has a text, so an operator can set no more. */
export const DRAFTS_MAX = 1_000;
export const SCHEDULED_MESSAGES_MAX = 1_000;

/** The list of a server's outgoing webhooks has no pages, and each event is looked at for each of them. */
export const OUTGOING_WEBHOOKS_MAX = 50;

const GB = 1_000_000_000;

export const DEFAULT_QUOTAS: Quotas = {
  serversOwned: 100,
  serversJoined: 1_000,
  dms: 1_000,
  channelsPerServer: 1_000,
  groupsPerServer: 100,
  emojiPerServer: 200,
  userGroupsPerServer: 100,
  membersPerUserGroup: 1_000,
  outgoingWebhooksPerServer: 20,
  invitesPerServer: 500,
  bots: 100,
  followedThreads: 1_000,
  drafts: 200,
  savedMessages: 1_000,
  pinsPerChannel: 50,
  webhooksPerChannel: 15,
  scheduledMessages: 100,
  reports: 20,
  sessions: 50,
  sockets: 50,
  storedBytesPerPerson: 5 * GB,
  storedBytes: 1_000 * GB,
  freeBytesKept: GB,
};
