import type { DocumentedOperation } from './documented.js';

/** The callers of operations whose error codes and path do not say it all. */
export const CALLERS: Readonly<Record<string, string>> = {
  'attachments.address': 'person, reader; until a message carries it, the uploader',
  'attachments.get': 'reader; until a message carries it, the uploader',
  'attachments.open': 'who has the address',
  'bots.gateway': 'bot',
  'channels.removeMember': 'oneself, admin',
  'favorites.remove': 'person, reader or whose favorite it is',
  'incomingWebhooks.create': 'person who manages the channel',
  'incomingWebhooks.list': 'person who manages the channel',
  'incomingWebhooks.update': 'person who manages the channel',
  'incomingWebhooks.delete': 'person who manages the channel',
  'incomingWebhooks.rotate': 'person who manages the channel',
  'incomingWebhooks.post': 'who has the secret',
  'incomingWebhooks.postAsDiscord': 'who has the secret',
  'incomingWebhooks.postAsSlack': 'who has the secret',
  'incomingWebhooks.postAsGithub': 'who has the secret',
  'incomingWebhooks.getAsDiscord': 'who has the secret',
  'incomingWebhooks.editAsDiscord': 'who has the secret, for a message of the webhook',
  'incomingWebhooks.deleteAsDiscord': 'who has the secret, for a message of the webhook',
  'interactions.setCommands': 'the bot, its owner',
  'interactions.commands': 'the bot, its owner',
  'interactions.get': 'who asked, the bot',
  'interactions.respond': 'the bot, as a poster',
  'interactions.useComponent': 'reader who may react',
  'messages.delete': 'the author, moderator; as a reader',
  'messages.edit': 'the author, as a poster',
  'notifications.read': 'whose inbox it is in',
  'realtime.connect': 'see [The WebSocket](#the-websocket)',
  'savedMessages.unsave': 'person, reader or who has saved it',
  'scheduledMessages.create': 'reader',
  'scheduledMessages.delete': 'the author',
  'scheduledMessages.edit': 'the author',
  'scheduledMessages.send': 'the author, as a poster',
  'servers.deleteInvite': 'its maker, admin',
  'servers.leave': 'member, not the owner',
  'servers.listInvites': 'member: their own; admin: all',
  'servers.removeMember': 'oneself, the owner of the bot, admin',
  'service.metrics': 'who has the `METRICS_TOKEN`',
  'threads.markRead': 'person, follower',
  'users.updateMe': 'user',
};

/** Who may call an operation, in the words that docs/reference.md explains. */
export const callerOf = (operation: DocumentedOperation): string =>
  CALLERS[operation.id] ?? callerByCodes(operation);

/** What the error codes and the path of an operation say of its callers. */
export function callerByCodes({ path, needsToken, codes }: DocumentedOperation): string {
  if (!needsToken) return 'anyone';
  if (codes.includes('INSTANCE_ADMIN_REQUIRED')) return 'admin of the service';
  if (path.startsWith('/api/bots/')) return 'its owner';
  const kind = codes.includes('PEOPLE_ONLY') ? 'person' : undefined;
  const place = PLACES.find(([isOf]) => isOf(codes, path))?.[1];
  return [kind, place].filter((word) => word !== undefined).join(', ') || 'user';
}

type Condition = (codes: readonly string[], path: string) => boolean;
const answers =
  (code: string): Condition =>
  (codes) =>
    codes.includes(code);
const names =
  (parameter: string): Condition =>
  (_codes, path) =>
    path.includes(`{${parameter}}`);

/** The first one that holds: a role where one is enough, else the place that one has to see. */
const PLACES: ReadonlyArray<readonly [Condition, string]> = [
  [answers('MODERATOR_REQUIRED'), 'moderator'],
  [answers('ADMIN_REQUIRED'), 'admin'],
  [answers('OWNER_REQUIRED'), 'owner'],
  [answers('CHANNEL_ARCHIVED'), 'poster'],
  [answers('NOT_A_CHANNEL_MEMBER'), 'channel member'],
  [names('channelID'), 'reader'],
  [names('messageID'), 'reader'],
  [names('serverID'), 'member'],
];
