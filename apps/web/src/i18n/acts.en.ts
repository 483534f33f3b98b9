import type { AdminActName, ServerActName } from '@palaver/client';
import { nameIn } from '@palaver/elements/i18n/name-in.js';

/** What the audit logs say. `{who}` did it, `{what}` it was done to, `{whom}` was put in or taken out. */
export const actsEn = {
  serverAct: (act: string) => nameIn(SERVER_ACTS, act),
  serviceAct: (act: string) => nameIn(SERVICE_ACTS, act),
  actDetail: (name: string) => nameIn(DETAILS, name),
  somebody: 'somebody',
  hiddenName: '(private)',
  anAdmin: 'An admin of the service',
  theService: 'The service',
  operator: 'The operator',
  keyNamed: (name: string) => `The API key ${name}`,
} as const;

/** What the details of an act are called, as the service writes them. Ids are not told. */
export type ActDetail =
  | 'admin'
  | 'before'
  | 'by'
  | 'changed'
  | 'checkOnly'
  | 'count'
  | 'expiresAt'
  | 'failure'
  | 'fields'
  | 'from'
  | 'memberCount'
  | 'messages'
  | 'name'
  | 'ownerIsGone'
  | 'reason'
  | 'retentionDays'
  | 'retentionDaysBefore'
  | 'scopes'
  | 'sessionsEnded'
  | 'since'
  | 'sizeBytes'
  | 'source'
  | 'to'
  | 'until'
  | 'urlEnded'
  | 'users';

const SERVER_ACTS: Readonly<Record<ServerActName, string>> = {
  'server.updated': '{who} changed the server',
  'server.handedOver': '{who} handed the server over to {what}',
  'server.exported': '{who} exported the server',
  'member.roleChanged': '{who} changed the role of {what}',
  'member.removed': '{who} removed {what}',
  'user.banned': '{who} banned {what}',
  'user.unbanned': '{who} ended the ban of {what}',
  'user.timedOut': '{who} timed out {what}',
  'user.timeoutEnded': '{who} ended the time-out of {what}',
  'invite.deleted': '{who} deleted an invite of {what}',
  'channel.updated': '{who} changed the channel {what}',
  'channel.deleted': '{who} deleted the channel {what}',
  'channel.memberRemoved': '{who} removed {whom} from the channel {what}',
  'group.created': '{who} created the group {what}',
  'group.updated': '{who} changed the group {what}',
  'group.deleted': '{who} deleted the group {what}',
  'emoji.created': '{who} added the emoji {what}',
  'emoji.renamed': '{who} renamed the emoji {what}',
  'emoji.deleted': '{who} deleted the emoji {what}',
  'userGroup.created': '{who} created the user group {what}',
  'userGroup.updated': '{who} changed the user group {what}',
  'userGroup.deleted': '{who} deleted the user group {what}',
  'userGroup.memberAdded': '{who} added {whom} to the user group {what}',
  'userGroup.memberRemoved': '{who} removed {whom} from the user group {what}',
  'incomingWebhook.created': '{who} made the webhook {what}',
  'incomingWebhook.updated': '{who} changed the webhook {what}',
  'incomingWebhook.rotated': '{who} gave a new URL to the webhook {what}',
  'incomingWebhook.deleted': '{who} deleted the webhook {what}',
  'outgoingWebhook.created': '{who} made the outgoing webhook {what}',
  'outgoingWebhook.updated': '{who} changed the outgoing webhook {what}',
  'outgoingWebhook.deleted': '{who} deleted the outgoing webhook {what}',
  'outgoingWebhook.secretRotated': '{who} gave a new secret to the outgoing webhook {what}',
  'outgoingWebhook.disabled': '{who} disabled the outgoing webhook {what}',
  'message.deleted': '{who} deleted a message of {what}',
  'user.messagesDeleted': '{who} deleted recent messages of {what}',
  'channel.messagesExpired': '{who} deleted messages of {what} whose time was over',
  'erasure.begun': '{who} began to erase messages of {what}',
  'erasure.ended': '{who} has erased messages of {what}',
  'report.settled': '{who} settled a report about a message of {what}',
  'report.dismissed': '{who} dismissed a report about a message of {what}',
};

const SERVICE_ACTS: Readonly<Record<AdminActName, string>> = {
  'user.created': '{who} created the account {what}',
  'user.updated': '{who} updated the account {what}',
  'user.promoted': '{who} made {what} an admin',
  'user.demoted': '{who} took the administration away from {what}',
  'user.deactivated': '{who} deactivated {what}',
  'user.reactivated': '{who} reactivated {what}',
  'user.passwordReset': '{who} set a new password for {what}',
  'user.secondFactorReset': '{who} removed the second factors of {what}',
  'user.deleted': '{who} deleted the account {what}',
  'user.erased': '{who} began to erase everything of {what}',
  'user.erasureEnded': '{who} has erased everything of {what}',
  'session.ended': '{who} ended a session of {what}',
  'server.deleted': '{who} deleted the server {what}',
  'server.handedOver': '{who} handed the server {what} over to another owner',
  'server.exported': '{who} exported the server {what}',
  'server.imported': '{who} imported the server {what}',
  'import.begun': '{who} began an import',
  'import.cancelled': '{who} cancelled the import of {what}',
  'import.linksMade': '{who} made links to the accounts of the import of {what}',
  'key.created': '{who} made the API key {what}',
  'key.revoked': '{who} revoked the API key {what}',
  'hold.created': '{who} put a hold on {what}',
  'hold.ended': '{who} lifted the hold on {what}',
  'hold.read': '{who} read what the hold on {what} keeps',
  'hold.fileRead': '{who} fetched a file that the hold on {what} keeps',
  'mail.tested': '{who} sent a test mail to {what}',
};

const DETAILS: Readonly<Record<ActDetail, string>> = {
  admin: 'As an admin',
  before: 'Messages from before',
  by: 'By',
  changed: 'Changed',
  checkOnly: 'Only checked',
  count: 'Messages',
  expiresAt: 'Until',
  failure: 'Failed',
  fields: 'Changed',
  from: 'Before',
  memberCount: 'Members',
  messages: 'Messages',
  name: 'New name',
  ownerIsGone: 'The owner has gone',
  reason: 'Reason',
  retentionDays: 'Days kept',
  retentionDaysBefore: 'Days kept before',
  scopes: 'Scopes',
  sessionsEnded: 'Sessions ended',
  since: 'Messages since',
  sizeBytes: 'Bytes',
  source: 'From',
  to: 'Now',
  until: 'Until',
  urlEnded: 'Its URL ended',
  users: 'Accounts',
};
