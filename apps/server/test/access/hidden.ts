import { uniqueName } from '../../src/testing/shared-service.js';
import { createEmoji } from './emoji.rows.js';
import {
  createdId,
  createInvite,
  createServer,
  type Fixture,
  joinServer,
  postMessage,
  type Role,
  upload,
} from './fixture.js';
import { newWebhook } from './incoming-webhooks.rows.js';
import { newInteraction } from './interactions.rows.js';
import type { Preparation } from './matrix.js';
import { newDelivery, newOutgoingWebhook } from './outgoing-webhooks.rows.js';
import { rowOf } from './rows.js';
import { scheduleMessage } from './scheduled-messages.rows.js';
import { newPasskey } from './second-factors.rows.js';
import { openSocket } from './socket.js';
import { newUserGroup } from './user-groups.rows.js';

/** Something that exists, but that the caller with this role may not see. */
interface Hidden {
  readonly role: Role;
  readonly id: string;
}

/** A fixture, and things in it that are hidden from some roles. */
export interface HiddenFixture extends Fixture {
  readonly message: string;
  readonly attachment: string;
  readonly scheduledMessage: string;
  readonly session: string;
  readonly passkey: string;
  readonly deletedBot: string;
  readonly interaction: string;
  /** An item of another's inbox. */
  readonly notification: string;
  /** Another server of the same owner. */
  readonly otherServer: {
    readonly id: string;
    readonly group: string;
    readonly emoji: string;
    readonly userGroup: string;
    readonly outgoingWebhook: string;
    readonly delivery: string;
    readonly webhook: string;
    readonly invite: string;
    readonly report: string;
  };
  readonly usedUpInvite: string;
}

/** Creates one of everything that can be hidden. */
export async function createHidden(fixture: Fixture): Promise<HiddenFixture> {
  const { service, clients, otherMember } = fixture;
  const attachment = await upload(fixture, 'private');
  const deletedBot = (await service.bot(otherMember, uniqueName('bot'))).id;
  await otherMember.delete(`/api/bots/${deletedBot}`);
  const sessions = await otherMember.get('/api/auth/sessions');
  const id = await createServer(fixture);
  const outgoingWebhook = await newOutgoingWebhook(clients.owner, id);
  return {
    ...fixture,
    attachment,
    message: await postMessage(fixture, 'private', { attachmentIds: [attachment] }),
    scheduledMessage: await scheduleMessage(fixture, 'private'),
    session: sessions.body.data[0].id,
    notification: await itemOf(fixture),
    passkey: await newPasskey(fixture, await service.person(uniqueName('person'))),
    deletedBot,
    interaction: await newInteraction(fixture),
    otherServer: {
      id,
      outgoingWebhook,
      delivery: await newDelivery(clients.owner, id, outgoingWebhook),
      userGroup: await newUserGroup(clients.owner, id),
      webhook: (await newWebhook(clients.owner, id)).webhookID,
      group: await createdId(clients.owner, `/api/servers/${id}/groups`, { name: 'Work' }),
      emoji: await createEmoji(clients.owner, id),
      invite: await createInvite(clients.owner, id),
      report: await reportIn(fixture, id),
    },
    usedUpInvite: await usedUp(fixture, id),
  };
}

/** A report in a server of the owner. */
async function reportIn({ clients: { owner } }: Fixture, serverId: string): Promise<string> {
  const { body } = await owner.get(`/api/servers/${serverId}/channels`);
  const message = await createdId(owner, `/api/channels/${body.data[0].id}/messages`, { content: 'spam' });
  return createdId(owner, `/api/messages/${message}/reports`, { reason: 'spam' });
}

/** An item of the inbox of `otherMember`. */
async function itemOf({ clients, otherMember }: Fixture): Promise<string> {
  const dm = await createdId(clients.owner, '/api/dms', { userIds: [otherMember.id] });
  const socket = await openSocket(otherMember);
  socket.send('subscribe', { channelIds: [otherMember.id] });
  await socket.until('subscribed');
  await clients.owner.post(`/api/channels/${dm}/messages`, { content: 'hello' });
  const { data } = await socket.until('notification.created');
  socket.close();
  return data.id;
}

async function usedUp(fixture: Fixture, serverId: string): Promise<string> {
  const code = await createInvite(fixture.clients.owner, serverId, { maxUses: 1 });
  await fixture.clients.outsider.post(`/api/invites/${code}/accept`);
  await fixture.clients.outsider.post(`/api/servers/${serverId}/leave`);
  return code;
}

/** Path parameters that are not ids. */
const NOT_IDS = new Set(['componentID', 'emoji', 'provider', 'file', 'version', 'externalID', 'secret']);

/** Operations on accounts: their {userID} need not be a member. */
export const OF_ACCOUNTS = new Set([
  'users.get',
  'servers.ban',
  'servers.unban',
  'servers.endTimeout',
  'servers.deleteMessagesOf',
  'erasures.eraseMember',
  'users.block',
  'users.unblock',
]);

/** A hidden thing that a path parameter of an operation can name; null if the parameter is not an id. */
export function hiddenBehind(fixture: HiddenFixture, operation: string, parameter: string): Hidden | null {
  // From an admin of the service nothing is hidden there, and who is none is refused before anything is looked up.
  if (NOT_IDS.has(parameter) || operation.startsWith('admin.')) return null;
  const { serverId, channels, clients, otherServer } = fixture;
  const hidden: Record<string, Hidden> = {
    serverID: { role: 'outsider', id: serverId },
    channelID: { role: 'admin', id: channels.private },
    messageID: { role: 'admin', id: fixture.message },
    threadID: { role: 'admin', id: fixture.message },
    notificationID: { role: 'member', id: fixture.notification },
    scheduledMessageID: { role: 'admin', id: fixture.scheduledMessage },
    reportID: { role: 'owner', id: otherServer.report },
    attachmentID: { role: 'admin', id: fixture.attachment },
    emojiID: { role: 'owner', id: otherServer.emoji },
    groupID: { role: 'owner', id: otherServer.group },
    userGroupID: { role: 'owner', id: otherServer.userGroup },
    webhookID: { role: 'outsider', id: otherServer.webhook },
    outgoingWebhookID: { role: 'owner', id: otherServer.outgoingWebhook },
    deliveryID: { role: 'owner', id: otherServer.delivery },
    botID: { role: 'member', id: clients.bot.id },
    interactionID: {
      role: operation === 'interactions.respond' ? 'bot' : 'member',
      id: operation === 'interactions.respond' ? fixture.message : fixture.interaction,
    },
    passkeyID: { role: 'member', id: fixture.passkey },
    sessionID: { role: 'member', id: fixture.session },
    // A member of the server may accept a used-up invite again.
    code:
      operation === 'servers.deleteInvite'
        ? { role: 'owner', id: otherServer.invite }
        : { role: 'outsider', id: fixture.usedUpInvite },
    // Accounts are visible to everybody until they are deleted; memberships are not.
    userID: { role: 'owner', id: OF_ACCOUNTS.has(operation) ? fixture.deletedBot : clients.outsider.id },
  };
  if (operation === 'channels.removeMember' && parameter === 'userID')
    return { role: 'admin', id: clients.member.id };
  const found = hidden[parameter];
  if (found === undefined)
    throw new Error(`Add to hiddenBehind what {${parameter}} of ${operation} can name.`);
  return found;
}

/** The request of a role in which only this parameter names something hidden. */
export async function preparationOf(
  fixture: Fixture,
  operation: string,
  parameter: string,
  role: Role,
): Promise<Preparation> {
  const kind = parameter === 'userID' ? 'public' : 'private';
  const row = rowOf(operation, kind);
  return row.prepare(fixture, role, row.variant);
}

/** A field of a body or a query that takes an id. */
export interface HiddenField extends Hidden {
  readonly operation: string;
  readonly field: string;
  readonly send: (id: string) => Preparation;
}

/** Every field of a body or a query that takes an id, with something hidden that it can name. */
export function hiddenFields(fixture: HiddenFixture): HiddenField[] {
  const { serverId, channels, clients, otherServer } = fixture;
  const inPublic = { serverID: serverId, channelID: channels.public };
  return [
    {
      operation: 'channels.update',
      field: 'groupId',
      role: 'admin',
      id: otherServer.group,
      send: (groupId) => ({ parameters: inPublic, input: { groupId } }),
    },
    {
      operation: 'outgoingWebhooks.create',
      field: 'channelIds',
      role: 'admin',
      id: channels.private,
      send: (id) => ({
        parameters: { serverID: serverId },
        input: { url: 'https://receiver.invalid/', eventTypes: ['message.created'], channelIds: [id] },
      }),
    },
    {
      operation: 'channels.addMember',
      field: 'userId',
      role: 'channel member',
      id: clients.outsider.id,
      send: (userId) => ({ parameters: inPublic, input: { userId } }),
    },
    {
      operation: 'servers.addMember',
      field: 'userId',
      role: 'member',
      id: clients.bot.id,
      send: (userId) => ({ parameters: { serverID: serverId }, input: { userId } }),
    },
    {
      operation: 'messages.send',
      field: 'threadId',
      role: 'admin',
      id: fixture.message,
      send: (threadId) => ({
        parameters: { channelID: channels.public },
        input: { content: 'Hi', threadId },
      }),
    },
    {
      operation: 'messages.send',
      field: 'attachmentIds',
      role: 'admin',
      id: fixture.attachment,
      send: (id) => ({ parameters: { channelID: channels.public }, input: { attachmentIds: [id] } }),
    },
    {
      operation: 'scheduledMessages.create',
      field: 'threadId',
      role: 'admin',
      id: fixture.message,
      send: (threadId) => ({
        parameters: { channelID: channels.public },
        input: { content: 'Hi', threadId, sendAt: inAnHour() },
      }),
    },
    {
      operation: 'scheduledMessages.create',
      field: 'attachmentIds',
      role: 'admin',
      id: fixture.attachment,
      send: (id) => ({
        parameters: { channelID: channels.public },
        input: { attachmentIds: [id], sendAt: inAnHour() },
      }),
    },
    {
      operation: 'favorites.order',
      field: 'channelIds',
      role: 'admin',
      id: channels.private,
      send: (id) => ({ input: { channelIds: [id] } }),
    },
    {
      operation: 'drafts.put',
      field: 'threadId',
      role: 'admin',
      id: fixture.message,
      send: (threadId) => ({
        parameters: { channelID: channels.public },
        input: { content: 'Hi', threadId },
      }),
    },
    {
      operation: 'drafts.put',
      field: 'attachmentIds',
      role: 'admin',
      id: fixture.attachment,
      send: (id) => ({ parameters: { channelID: channels.public }, input: { attachmentIds: [id] } }),
    },
    {
      operation: 'dms.create',
      field: 'userIds',
      role: 'member',
      id: fixture.deletedBot,
      send: (id) => ({ input: { userIds: [id] } }),
    },
  ];
}

/** The id of a member of the other server who is not in this one. */
export async function memberOfOtherServer(fixture: HiddenFixture): Promise<string> {
  const member = await fixture.service.person(uniqueName('member'));
  await joinServer(fixture.clients.owner, fixture.otherServer.id, [member]);
  return member.id;
}

const inAnHour = () => new Date(Date.now() + 3600 * 1000).toISOString();
