import { PICTURE, TEXT_FILE } from './files.js';
import {
  bot,
  channel,
  emoji,
  type Fixture,
  group,
  idOf,
  inADay,
  invite,
  message,
  otherPerson,
  outgoingWebhook,
  register,
  scheduledMessage,
  server,
  session,
  textAt,
  userGroup,
  webhook,
} from './makers.js';

/** How each object is made. One whose name begins with `spare` is made to be used up. */
export const FIXTURES: Readonly<Record<string, Fixture>> = {
  person: ({ call, inviteCode }) => register(call, 'Demo', inviteCode),
  friend: otherPerson('Friend of the demo'),
  stranger: otherPerson('Stranger'),
  account: otherPerson('Account for admins to act on'),
  server: server(),
  spareServer: server(),
  channel: channel(),
  spareChannel: channel(),
  group: group(),
  spareGroup: group(),
  emoji: emoji(),
  spareEmoji: emoji(),
  userGroup: userGroup(),
  spareUserGroup: userGroup(),
  webhook: webhook(),
  spareWebhook: webhook(),
  posted: async ({ get, call }) => {
    const [channel, { id = '', secret = '' }] = [await get('channel'), await get('webhook')];
    // The answer is in the words of Discord, without the envelope of this API.
    await call('person', 'POST', `/api/webhooks/${id}/${secret}?wait=true`, { content: 'The build is red.' });
    const messages = await call('person', 'GET', `/api/channels/${channel.id}/messages`);
    return { id: textAt(messages, '0', 'id') };
  },
  outgoingWebhook: outgoingWebhook(),
  spareOutgoingWebhook: outgoingWebhook(),
  delivery: async ({ get, call }) => {
    const [server, { id = '' }] = [await get('server'), await get('outgoingWebhook')];
    return idOf(await call('person', 'POST', `/api/servers/${server.id}/webhooks/outgoing/${id}/ping`, {}));
  },
  message: message(),
  spareMessage: message(),
  report: async (maker) => {
    const { id = '' } = await message()(maker);
    return idOf(await maker.call('person', 'POST', `/api/messages/${id}/reports`, { reason: 'Spam' }));
  },
  bot: bot(),
  spareBot: bot(),
  commands: async ({ get, call }) => {
    const [{ id: serverId = '' }, { id = '' }] = [await get('server'), await get('bot')];
    await call('person', 'POST', `/api/servers/${serverId}/members`, { userId: id });
    const commands = [{ name: 'ping', description: 'Answers' }];
    await call('bot', 'PUT', `/api/bots/${id}/commands`, { commands });
    return { botId: id };
  },
  endpoint: async ({ get, call }) => {
    const { id = '' } = await get('bot');
    const url = 'https://bot.example.com/interactions';
    await call('person', 'PUT', `/api/bots/${id}/endpoint`, { url });
    return { botId: id };
  },
  interaction: async ({ get, call }) => {
    const [{ botId = '' }, { id = '' }] = [await get('commands'), await get('channel')];
    const given = { botId, name: 'ping' };
    return idOf(await call('person', 'POST', `/api/channels/${id}/commands/invoke`, given));
  },
  choice: async ({ get, call }) => {
    await get('commands');
    const { id = '' } = await get('channel');
    const components = [{ components: [{ type: 'button', id: 'approve', label: 'Approve' }] }];
    const message = { content: 'Shall we?', components };
    return idOf(await call('bot', 'POST', `/api/channels/${id}/messages`, message));
  },
  invite: invite(),
  spareInvite: invite(),
  spareSession: session('person'),
  accountSession: session('account'),
  reaction: async ({ get, call }) => {
    const { id = '' } = await get('message');
    await call('person', 'PUT', `/api/messages/${id}/reactions/${encodeURIComponent('👍')}`);
    return { emoji: '👍' };
  },
  reply: async ({ get, call }) => {
    const { id = '' } = await get('message');
    return idOf(await call('person', 'POST', `/api/messages/${id}/thread`, { content: 'A reply.' }));
  },
  attachment: async ({ get, call }) => {
    const { id = '' } = await get('channel');
    const files = await call('person', 'POST', `/api/channels/${id}/attachments`, TEXT_FILE);
    return idOf(Array.isArray(files) ? files[0] : files);
  },
  fileAddress: async ({ get, call }) => {
    const { id = '' } = await get('attachment');
    const url = textAt(await call('person', 'GET', `/api/attachments/${id}/address`), 'url');
    return { address: url.slice(url.lastIndexOf('/') + 1) };
  },
  tomorrow: async () => ({ instant: inADay() }),
  scheduledMessage: scheduledMessage(),
  spareScheduledMessage: scheduledMessage(),
  favorite: async ({ get, call }) => {
    const { id = '' } = await get('channel');
    await call('person', 'PUT', `/api/channels/${id}/favorite`, {});
    return {};
  },
  draft: async ({ get, call }) => {
    const { id = '' } = await get('channel');
    await call('person', 'PUT', `/api/channels/${id}/draft`, { content: 'Not sent yet' });
    return {};
  },
  avatar: async ({ call }) => {
    const path = textAt(await call('person', 'POST', '/api/users/me/avatar', PICTURE), 'avatarPath');
    return { file: path.slice(path.lastIndexOf('/') + 1) };
  },
  icon: async ({ get, call }) => {
    const { id = '' } = await get('spareServer');
    const path = textAt(await call('person', 'PUT', `/api/servers/${id}/icon`, PICTURE), 'iconPath');
    return { file: path.slice(path.lastIndexOf('/') + 1) };
  },
  member: async ({ get, call }) => {
    const [{ code = '' }, { id = '' }] = [await get('invite'), await get('friend')];
    await call('friend', 'POST', `/api/invites/${code}/accept`);
    return { id };
  },
  channelMember: async ({ get, call }) => {
    const [server, channel, { id = '' }] = [await get('server'), await get('channel'), await get('member')];
    await call('person', 'POST', `/api/servers/${server.id}/channels/${channel.id}/members`, { userId: id });
    return { id };
  },
  /** A bot in the server and in no channel of it; one of its own, since another operation adds `spareBot`. */
  spareGuest: async (maker) => {
    const [{ id: serverId = '' }, { id = '' }] = [await maker.get('server'), await bot()(maker)];
    await maker.call('person', 'POST', `/api/servers/${serverId}/members`, { userId: id });
    return { id };
  },
  ban: async ({ get, call }) => {
    const [server, { id = '' }] = [await get('server'), await get('stranger')];
    await call('person', 'PUT', `/api/servers/${server.id}/bans/${id}`, {});
    return { id };
  },
  dm: async ({ get, call }) => {
    const { id = '' } = await get('member');
    return idOf(await call('person', 'POST', '/api/dms', { userIds: [id] }));
  },
  /** Only an admin of the service can make one; for all others any id is as good. */
  spareKey: async ({ get, call }) => {
    const key = { name: 'Example', scopes: ['users:read'] };
    const made = await call('person', 'POST', '/api/admin/keys', key).catch(() => null);
    return made === null ? get('person') : { id: textAt(made, 'key', 'id') };
  },
  /** The same for a legal hold. */
  spareHold: async ({ get, call }) => {
    const { id: serverId = '' } = await get('server');
    const hold = { serverId, reason: 'Case 4711' };
    const made = await call('person', 'POST', '/api/admin/holds', hold).catch(() => null);
    return made === null ? get('person') : idOf(made);
  },
  /** A file of a message that was deleted under a hold. */
  heldFile: async ({ get, call }) => {
    const { id: serverId = '' } = await get('server');
    const { id: channelId = '' } = await get('channel');
    const hold = { serverId, reason: 'Case 4712' };
    const made = await call('person', 'POST', '/api/admin/holds', hold).catch(() => null);
    if (made === null) return { ...(await get('attachment')), holdId: (await get('person')).id ?? '' };
    const files = await call('person', 'POST', `/api/channels/${channelId}/attachments`, TEXT_FILE);
    const { id = '' } = idOf(Array.isArray(files) ? files[0] : files);
    const message = { content: 'Soon gone.', attachmentIds: [id] };
    const sent = idOf(await call('person', 'POST', `/api/channels/${channelId}/messages`, message));
    await call('person', 'DELETE', `/api/messages/${sent.id}`);
    return { id, holdId: idOf(made).id ?? '' };
  },
  /** What is no archive: an import of it fails at once. Only an admin of the service can begin one. */
  spareImport: async ({ get, call }) => {
    const made = await call('person', 'POST', '/api/admin/imports', TEXT_FILE).catch(() => null);
    return made === null ? get('person') : idOf(made);
  },
  joinedServer: async ({ get, call }) => {
    await get('person');
    const { id = '' } = idOf(await call('friend', 'POST', '/api/servers', { name: "The friend's server" }));
    const code = textAt(await call('friend', 'POST', `/api/servers/${id}/invites`, {}), 'code');
    await call('person', 'POST', `/api/invites/${code}/accept`);
    return { id };
  },
};
