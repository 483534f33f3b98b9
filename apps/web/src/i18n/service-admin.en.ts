import type { AuthOptions } from '@palaver/client';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';

const counted = countedIn('en');

/** The texts of the administration of the service. */
export const serviceAdminEn = {
  administration: 'Administration',
  people: 'People',
  peopleIntro: 'Everybody with an account on this service. Admins see no message and no file of anybody.',
  find: 'Find by the beginning of a username or an e-mail address',
  createAccount: 'Create an account',
  registrationModes: (mode: string) => nameIn(MODES, mode),
  makeAdmin: 'Make an admin',
  unmakeAdmin: 'Take the administration away',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  resetPassword: 'Set a new password',
  resetFactors: 'Remove the second factors',
  admin: 'Admin',
  deactivated: 'Deactivated',
  isAdmin: 'Is an admin of the service',
  email: 'E-mail address (optional)',
  passwordOf: (name: string) => `Password of ${name}`,
  passwordOnce: 'It is shown only now. Send it on a safe way.',
  lastUsed: (ago: string) => `active ${ago}`,
  neverUsed: 'not signed in',
  noOne: 'Nobody is found.',
  more: (name: string) => `More for ${name}`,
  sure: (what: string, name: string) => `${what}: ${name}?`,
  deactivateText:
    'All sessions end, and nobody signs in as this account until it is reactivated. What was written stays.',
  resetPasswordText: 'All sessions of the person end. You get a new password to pass on.',
  resetFactorsText: 'For who has lost the phone and the recovery codes: make sure that it is them.',

  servers: 'Servers',
  findServer: 'Find by the beginning of the name',
  serverDetail: (owner: string, members: number, channels: number) =>
    `owned by @${owner} · members: ${members} · channels: ${channels}`,
  deleteServer: (name: string) => `Delete ${name}?`,
  deleteServerText: 'All channels and messages are gone for good.',
  noServers: 'No server is found.',

  apiKeys: 'API keys',
  apiKeysIntro:
    'Other backends call the service with them. For a new secret, make a new key and revoke the old one.',
  noKeys: 'There are no API keys.',
  createKey: 'Create a key',
  keyName: 'What it is for',
  keyMay: 'What it may do',
  keyExpires: 'Expires on (optional)',
  keyTokenOf: (name: string) => `Token of ${name}`,
  keyTokenHint: 'It is shown only now. Whoever has it may do what the key may.',
  keyMadeBy: (name: string) => `made by ${name}`,
  keyUsed: (ago: string) => `last used ${ago}`,
  keyUnused: 'never used',
  keyUntil: (moment: string) => `expires on ${moment}`,
  keyOver: 'expired',
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke ${name}?`,
  revokeKeyText: 'It is refused from then on, and its connections close. What uses it stops working.',

  holds: 'Legal holds',
  holdsIntro:
    'What is held is not lost: texts that people edit or delete there are kept for admins. Put a server on hold from the list of servers.',
  noHolds: 'Nothing is held.',
  holdServer: 'Put on hold',
  holdOf: (name: string) => `Put ${name} on hold`,
  holdChannel: 'Put a channel on hold',
  channelId: 'Id of the channel or direct message',
  holdReason: 'Reason (other admins see it)',
  heldServer: (name: string) => `The server ${name}`,
  heldChannel: (id: string) => `The channel ${id}`,
  askedBy: (name: string) => `by ${name}`,
  askedByOperator: 'by the operator',
  askedByProgram: 'by the operator or an API key',
  liftHold: 'Lift',
  liftHoldOf: (name: string) => `Lift the hold? ${name}`,
  liftHoldText: 'What this hold alone has kept is removed for good by the next clean-up.',
  erasures: 'Erasures',
  erasuresIntro: 'What was asked to be erased for good, and how far it is.',
  noErasures: 'Nothing was asked to be erased.',
  erasureOfChannel: (id: string, server: string) => `Messages of the channel ${id} in ${server}`,
  erasureOfMember: (user: string, server: string) => `Messages of ${user} in ${server}`,
  erasureOfUser: (user: string) => `The account ${user} and all of its messages`,
  erasureOfAccount: (user: string) => `The account ${user}`,
  erasureRunning: 'Under way',
  erasureEnded: (moment: string) => `Ended on ${moment}`,
  erasedBefore: (moment: string) => `from before ${moment}`,
  removedMessages: (n: number) => counted(n, { one: '# message deleted', other: '# messages deleted' }),

  auditLog: 'Audit log',
  auditIntro: 'What admins and the operator have done. Nobody changes it.',
} as const;

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Everybody may make an account (REGISTRATION=open).',
  invite: 'Who has an invite to a server may make an account (REGISTRATION=invite).',
  closed: 'Only admins make accounts (REGISTRATION=closed).',
};
