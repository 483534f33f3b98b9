import type { AdminCheck, AuthOptions } from '@palaver/client';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';

const counted = countedIn('en');
const numbers = new Intl.NumberFormat('en');

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

  configuration: 'Configuration',
  configurationIntro: 'How the service is run, and whether what it needs works.',
  testMail: 'Test mail',
  testMailText: 'It is sent at once, and the audit log has it.',
  testMailTo: 'To (your own verified address if empty)',
  sendTestMail: 'Send a test mail',
  testMailSent: (address: string) => `The mail server has accepted the mail to ${address}.`,
  checks: 'Checks',
  checksText:
    'The same as palaver doctor. They look at the database, the disk, the mail server, the public address and what else is configured.',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: 'Variables',
  variablesText: 'What is in force on the node that answers. Secrets are not shown.',
  isDefault: 'default',
  secretSet: 'set',
  unset: 'not set',

  auditLog: 'Audit log',
  auditIntro: 'What admins and the operator have done. Nobody changes it.',
  imports: 'Imports',
  importsIntro: 'Servers that move in from Palaver, Slack, Mattermost, Discord, Rocket.Chat and Zulip.',
  newImport: 'Import an archive',
  newImportText:
    'An archive is an export of Palaver, or what this command makes of an export of another system (convert-slack, convert-mattermost, convert-discord, convert-rocketchat, convert-zulip):',
  archive: 'Archive (.zip)',
  deleteMissing: 'Delete what is missing',
  deleteMissingText:
    'For a later archive of the same server: messages that the earlier one had and this one does not have are deleted. What was written here stays.',
  checkArchive: 'Check',
  importArchive: 'Import',
  sending: 'Sending the archive',
  earlierImports: 'All imports',
  noImports: 'Nothing was imported yet.',
  showImport: 'Show',
  importStates: (state: string) => IMPORT_STATES[state] ?? state,
  importLines: (done: number, lines: number) => `${numbers.format(done)} of ${numbers.format(lines)} lines`,
  importPace: (perSecond: number, end: string) => `${numbers.format(perSecond)} a second, ready ${end}`,
  importWritten: ({ users, messages, files }: { users: number; messages: number; files: number }) =>
    `new accounts: ${numbers.format(users)} · messages: ${numbers.format(messages)} · files: ${numbers.format(files)}`,
  importDeleted: (messages: number) => `deleted messages: ${numbers.format(messages)}`,
  importUpdates: 'The server is here already. What is new in this archive is added to it.',
  foundAccounts: (accounts: number) => `Accounts that are here already: ${numbers.format(accounts)}`,
  foundAccountsText:
    'What these people wrote there is shown as theirs. Nobody else is taken for an account that is here.',
  foundBy: (how: string) => FOUND_BY[how] ?? how,
  linesOfExport: 'What becomes of each line of the export',
  kindOfLine: 'Line',
  linesRead: 'read',
  linesTaken: 'taken',
  linesChanged: 'changed',
  linesLeftOut: 'left out',
  noMembers: (people: number) => `People who write and become no members: ${numbers.format(people)}`,
  letIn: 'Let people in',
  letInText:
    'Members without a password get a link to set one. It works once, for seven days, and ends an earlier link.',
  mailLinks: 'Mail the links',
  listLinks: 'Download a list of links',
  linksMailed: (people: number) => `Mails on their way: ${numbers.format(people)}`,
  linksListed: (people: number) => `Links in the list: ${numbers.format(people)}`,
} as const;

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'The archive is being checked',
  importing: 'It is being imported',
  joining: 'Its members are joining',
  done: 'Imported',
  checked: 'Checked: it can be imported',
  failed: 'It cannot be imported',
  cancelled: 'Cancelled',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'by an earlier import',
  id: 'by the same id',
  externalId: 'by the external id',
  email: 'by a verified address',
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'Everybody may make an account (REGISTRATION=open).',
  invite: 'Who has an invite to a server may make an account (REGISTRATION=invite).',
  closed: 'Only admins make accounts (REGISTRATION=closed).',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: 'In order',
  warn: 'Warning',
  fail: 'Fails',
};
