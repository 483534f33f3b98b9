import type { LineKindName } from '@palaver/client';
import { nameIn } from '@palaver/elements/i18n/name-in.js';

/** The texts of the report of a conversion (docs/importing.md) in English. `told` is the sentence of the service, which is English. */
export const importReportEn = {
  kind: (kind: string) => nameIn(KINDS, kind),
  reason: (_code: string, told: string) => told,
};

const KINDS: Readonly<Record<LineKindName, string>> = {
  bot: 'bot',
  channel: 'channel',
  'conversation about a file': 'conversation about a file',
  'direct message': 'direct message',
  direct_channel: 'direct message',
  direct_post: 'message in a direct message',
  emoji: 'emoji',
  export: 'export',
  file: 'file',
  'group message': 'group message',
  'integration log': 'log of an integration',
  'line of an unknown type': 'line of an unknown type',
  message: 'message',
  'other file': 'other file',
  'other table': 'other table',
  person: 'person',
  pin: 'pin',
  post: 'post',
  'private channel': 'private channel',
  reaction: 'reaction',
  realm: 'organization',
  reply: 'reply',
  role: 'role',
  role_binding: 'use of a role',
  room: 'room',
  scheme: 'scheme of roles',
  server: 'server',
  team: 'team',
  user: 'person',
  version: 'version',
  workspace: 'workspace',
  zerver_message: 'message',
  zerver_stream: 'channel',
  zerver_userprofile: 'person',
  zerver_userprofile_crossrealm: 'bot of the system',
  zerver_userprofile_mirrordummy: 'dummy of a person',
};
