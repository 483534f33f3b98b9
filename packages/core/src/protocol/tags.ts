/** What operations are about: the sections of the OpenAPI document. */
export const TAGS = {
  auth: 'Registering, signing in and sessions.',
  users: 'Profiles and avatars.',
  servers: 'Servers, their members and invites.',
  channels: 'Channels, their members and direct messages.',
  groups: 'Channel groups, and groups of people.',
  messages: 'Messages, threads, reactions and attachments.',
  bots: 'Bots and their tokens.',
  webhooks: 'Webhooks: where the events of a server are sent to.',
  interactions: 'Commands of bots, components of their messages, and the answers.',
  notifications: 'Your inbox, and notification preferences.',
  realtime: 'The WebSocket and its tickets.',
  admin: 'Administration of the service, for its admins alone.',
} as const;

export type Tag = keyof typeof TAGS;

export function isTag(name: string): name is Tag {
  return name in TAGS;
}
