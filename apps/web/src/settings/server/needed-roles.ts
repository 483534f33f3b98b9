import type { Role } from '@palaver/client';

/** The lowest role that sees each section of the settings of a server. */
export const NEEDED = {
  overview: 'member',
  channels: 'admin',
  members: 'member',
  invites: 'member',
  emoji: 'moderator',
  groups: 'admin',
  webhooks: 'admin',
  reports: 'moderator',
  bans: 'moderator',
  'audit-log': 'admin',
} as const satisfies Readonly<Record<string, Role>>;

export type Section = keyof typeof NEEDED;
