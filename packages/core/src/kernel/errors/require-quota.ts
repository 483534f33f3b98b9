import type { ErrorCode } from '../../protocol/error-codes.js';
import { AppError } from './app-error.js';

/** What each error of a counted quota says, with the limit that applies. */
const SENTENCES = {
  TOO_MANY_SERVERS: (limit) => `A person owns at most ${limit} servers.`,
  TOO_MANY_SERVERS_JOINED: (limit) => `A user is in at most ${limit} servers.`,
  TOO_MANY_DMS: (limit) => `A user starts at most ${limit} direct messages.`,
  TOO_MANY_CHANNELS: (limit) => `A server has at most ${limit} channels.`,
  TOO_MANY_GROUPS: (limit) => `A server has at most ${limit} channel groups.`,
  TOO_MANY_EMOJI: (limit) => `A server has at most ${limit} emoji of its own.`,
  TOO_MANY_USER_GROUPS: (limit) => `A server has at most ${limit} user groups.`,
  TOO_MANY_USER_GROUP_MEMBERS: (limit) => `A user group has at most ${limit} members.`,
  TOO_MANY_OUTGOING_WEBHOOKS: (limit) => `A server has at most ${limit} outgoing webhooks.`,
  TOO_MANY_WAITING_DELIVERIES: (limit) => `At most ${limit} deliveries of a webhook wait.`,
  TOO_MANY_INVITES: (limit) => `A server has at most ${limit} open invites.`,
  TOO_MANY_BOTS: (limit) => `A person owns at most ${limit} bots.`,
  TOO_MANY_FOLLOWED_THREADS: (limit) => `A person follows at most ${limit} threads.`,
  TOO_MANY_DRAFTS: (limit) => `A person keeps at most ${limit} drafts.`,
  TOO_MANY_FAVORITES: (limit) => `A person has at most ${limit} favorites.`,
  TOO_MANY_SCHEDULED_MESSAGES: (limit) => `A user has at most ${limit} scheduled messages.`,
  TOO_MANY_REPORTS: (limit) =>
    `A person has at most ${limit} reports in a server that are open or of the last day.`,
  TOO_MANY_REACTIONS: (limit) => `A message carries at most ${limit} different reactions.`,
  TOO_MANY_SAVED_MESSAGES: (limit) => `A person saves at most ${limit} messages.`,
  TOO_MANY_PINS: (limit) => `A channel has at most ${limit} pinned messages.`,
  TOO_MANY_INCOMING_WEBHOOKS: (limit) => `A channel has at most ${limit} incoming webhooks.`,
  TOO_MANY_INTERACTIONS: (limit) => `A user asks bots at most ${limit} things in fifteen minutes.`,
  TOO_MANY_KEYS: (limit) => `This service has at most ${limit} API keys.`,
  TOO_MANY_SOCKETS: (limit) => `A user has at most ${limit} sockets and event streams open.`,
} as const satisfies Partial<Record<ErrorCode, (limit: number) => string>>;

/**
 * Throws the error of a quota that is reached. Count under a lock that whoever adds another one takes as well, so that two
 * at once do not both get the last place.
 */
export function requireQuota(code: keyof typeof SENTENCES, count: number, limit: number): void {
  if (count >= limit) throw new AppError(code, { message: SENTENCES[code](limit) });
}
