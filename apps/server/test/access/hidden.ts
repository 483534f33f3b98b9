import type { Preparation } from './matrix.js';
import { rowOf } from './nouns.js';
import { created, createServer, freshName, join, type Role, type Scene, say, upload } from './scene.js';

/** Something that exists and that whoever plays `role` may not know of. */
interface Hidden {
  readonly role: Role;
  readonly id: string;
}

/** A scene, and what is hidden in it. */
export interface HiddenThings extends Scene {
  readonly message: string;
  readonly attachment: string;
  readonly session: string;
  readonly deletedBot: string;
  /** Of a server of the same owner's. */
  readonly otherServer: { readonly id: string; readonly group: string; readonly invite: string };
  readonly usedUpInvite: string;
}

/** Makes one of everything that can be hidden. */
export async function hideThings(scene: Scene): Promise<HiddenThings> {
  const { service, people, bystander } = scene;
  const attachment = await upload(scene, 'private');
  const deletedBot = (await service.bot(bystander, freshName('bot'))).id;
  await bystander.delete(`/api/bots/${deletedBot}`);
  const sessions = await bystander.get('/api/auth/sessions');
  const id = await createServer(scene);
  return {
    ...scene,
    attachment,
    message: await say(scene, 'private', { attachmentIds: [attachment] }),
    session: sessions.body.data[0].id,
    deletedBot,
    otherServer: {
      id,
      group: await created(people.owner, `/api/servers/${id}/groups`, { name: 'Work' }),
      invite: await invite(scene, id, {}),
    },
    usedUpInvite: await usedUp(scene, id),
  };
}

async function invite({ people }: Scene, serverId: string, body: object): Promise<string> {
  const answer = await people.owner.post(`/api/servers/${serverId}/invites`, body);
  return answer.body.data.code;
}

async function usedUp(scene: Scene, serverId: string): Promise<string> {
  const code = await invite(scene, serverId, { maxUses: 1 });
  await scene.people.outsider.post(`/api/invites/${code}/accept`);
  await scene.people.outsider.post(`/api/servers/${serverId}/leave`);
  return code;
}

/** Parameters that are no ids, so that nothing can hide behind them. */
const NO_IDS = new Set(['emoji', 'provider', 'file']);

/** What is hidden behind a path parameter of an operation; null where nothing can be. */
export function hiddenBehind(things: HiddenThings, operation: string, parameter: string): Hidden | null {
  if (NO_IDS.has(parameter)) return null;
  const { serverId, channels, people, otherServer } = things;
  const hidden: Record<string, Hidden> = {
    serverID: { role: 'outsider', id: serverId },
    channelID: { role: 'admin', id: channels.private },
    messageID: { role: 'admin', id: things.message },
    attachmentID: { role: 'admin', id: things.attachment },
    groupID: { role: 'owner', id: otherServer.group },
    botID: { role: 'member', id: people.bot.id },
    sessionID: { role: 'member', id: things.session },
    code: {
      role: 'owner',
      id: operation === 'servers.deleteInvite' ? otherServer.invite : things.usedUpInvite,
    },
    // Accounts are no secret, but for those that are gone; who is a member of what is.
    userID: { role: 'owner', id: operation === 'users.get' ? things.deletedBot : people.outsider.id },
  };
  if (operation === 'channels.removeMember' && parameter === 'userID')
    return { role: 'admin', id: people.member.id };
  const found = hidden[parameter];
  if (found === undefined) throw new Error(`Say what is hidden behind {${parameter}} of ${operation}.`);
  return found;
}

/** What a role would send where nothing is hidden, but for the parameter in question. */
export async function otherwise(
  things: Scene,
  operation: string,
  parameter: string,
  role: Role,
): Promise<Preparation> {
  const kind = parameter === 'userID' ? 'public' : 'private';
  const row = rowOf(operation, kind);
  return row.prepare(things, role, row.variant);
}

/** Ids that stand in a body or a query instead of the path. */
export interface HiddenField extends Hidden {
  readonly operation: string;
  readonly field: string;
  readonly send: (id: string) => Preparation;
}

/** Every id that a body or a query can name. */
export function hiddenFields(things: HiddenThings): HiddenField[] {
  const { serverId, channels, people, otherServer } = things;
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
      operation: 'channels.addMember',
      field: 'userId',
      role: 'channel member',
      id: people.outsider.id,
      send: (userId) => ({ parameters: inPublic, input: { userId } }),
    },
    {
      operation: 'servers.addMember',
      field: 'userId',
      role: 'member',
      id: people.bot.id,
      send: (userId) => ({ parameters: { serverID: serverId }, input: { userId } }),
    },
    {
      operation: 'messages.send',
      field: 'threadId',
      role: 'admin',
      id: things.message,
      send: (threadId) => ({
        parameters: { channelID: channels.public },
        input: { content: 'Hi', threadId },
      }),
    },
    {
      operation: 'messages.send',
      field: 'attachmentIds',
      role: 'admin',
      id: things.attachment,
      send: (id) => ({ parameters: { channelID: channels.public }, input: { attachmentIds: [id] } }),
    },
    {
      operation: 'dms.create',
      field: 'userIds',
      role: 'member',
      id: things.deletedBot,
      send: (id) => ({ input: { userIds: [id] } }),
    },
  ];
}

/** Somebody who is in the other server and not in this one. */
export async function strangerOf(things: HiddenThings): Promise<string> {
  const stranger = await things.service.person(freshName('stranger'));
  await join(things.people.owner, things.otherServer.id, [stranger]);
  return stranger.id;
}
