/**
 * The sections of docs/reference.md that list operations: the first one whose pattern a path has.
 */
const SECTIONS: Readonly<Record<string, RegExp>> = {
  serviceItself: /^\/(?:health|ready|metrics)$|^\/api\/(?:openapi\.json|docs)$/,
  realTime: /^\/api\/(?:ws|asyncapi\.json)/,
  administration: /^\/api\/admin\//,
  secondFactors: /^\/api\/auth\/(?:second-factor|passkey)/,
  accounts: /^\/api\/auth\//,
  preferences: /notification-preferences/,
  scheduledMessages: /scheduled-messages/,
  drafts: /\/drafts?$/,
  favorites: /\/favorites?$/,
  reports: /\/reports/,
  search: /^\/api\/(?:search|servers\/\{serverID\}\/search)$/,
  exposedSecrets: /\/exposed-secrets/,
  outgoingWebhooks: /\/webhooks\/outgoing/,
  incomingWebhooks: /\/(?:webhooks|hooks)(?:\/|$)/,
  emoji: /\/emoji(?:\/|$)/,
  userGroups: /\/user-groups/,
  channelGroups: /\/groups/,
  invites: /\/invites/,
  bans: /\/bans/,
  timeouts: /\/timeouts/,
  auditLog: /\/audit-log$/,
  messagesOfSomebody: /\/messages\/delete$/,
  erasures: /\/(?:erase|erasures)$/,
  commands: /\/(?:commands|components|interactions|endpoint)(?:\/|$)/,
  bots: /^\/api\/(?:bots|bot-gateway)/,
  notifications: /^\/api\/notifications/,
  threads: /\/(?:threads|follow|thread\/read)$/,
  readState: /\/(?:read|unread|receipts)$/,
  attachments: /\/attachments|^\/api\/files/,
  messages: /\/(?:messages|pins|saved)(?:\/|$)/,
  users: /^\/api\/(?:users|avatars|mail-preferences)\b/,
  channels: /^\/api\/(?:dms|channels|servers\/\{serverID\}\/channels)(?:\/|$)/,
  servers: /^\/api\/(?:servers|icons)(?:\/|$)/,
};

/** The section that lists an operation with this path. Throws for a path that no section knows. */
export function sectionOf(path: string): string {
  const found = Object.entries(SECTIONS).find(([, pattern]) => pattern.test(path));
  if (found === undefined) throw new Error(`No section of the reference lists ${path}.`);
  return found[0];
}
