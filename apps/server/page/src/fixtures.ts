import { ApiError } from './api-error.js';
import type { ExampleFile } from './call.js';
import { PICTURE, TEXT_FILE } from './files.js';
import type { Json } from './operation.js';

/** What is known of an object that was made: its id, a token, a code. */
export type Fields = Readonly<Record<string, string>>;

/** What makes an object: calls of the public API, and the other objects that it needs. */
export interface Maker {
  /** The code of an invite that the visitor has, to register with. */
  readonly inviteCode: string | null;
  /** An object, made now if it is not there. */
  get(name: string): Promise<Fields>;
  /** Calls the API with the token of an object, or as nobody. Resolves with `data`; rejects with an `ApiError`. */
  call(
    as: string | Fields | null,
    method: string,
    path: string,
    content?: Json | ExampleFile,
  ): Promise<unknown>;
}

type Fixture = (maker: Maker) => Promise<Fields>;

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

function inADay(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString();
}

function scheduledMessage(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    const later = { content: 'Not yet.', sendAt: inADay() };
    return idOf(await call('person', 'POST', `/api/channels/${id}/scheduled-messages`, later));
  };
}

/** Registers an account. */
async function register(
  call: Maker['call'],
  displayName: string,
  inviteCode: string | null,
): Promise<Fields> {
  const { username, password } = credentials();
  const invite = inviteCode === null ? {} : { inviteCode };
  const data = await call(null, 'POST', '/api/auth/register', { username, password, displayName, ...invite });
  return { id: textAt(data, 'user', 'id'), token: textAt(data, 'token'), username, password };
}

/** The accounts are real and stay, so nobody may guess their passwords. */
function credentials(): { username: string; password: string } {
  return { username: `demo-${unique()}`, password: crypto.randomUUID() };
}

/**
 * An account beside the person's. Where not everybody may register (`REGISTRATION`, docs/operations.md), it comes by an
 * invite to the person's server, or the person makes it as an admin of the service. Else the refusal to register is the
 * error.
 */
function otherPerson(displayName: string): Fixture {
  return async ({ get, call }) => {
    try {
      return await register(call, displayName, null);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      if (refusal.code === 'INVITE_REQUIRED')
        return register(call, displayName, (await get('invite')).code ?? null);
      if (refusal.code !== 'REGISTRATION_CLOSED') throw refusal;
      return createAccount(call, displayName).catch((cause: unknown) => {
        throw cause instanceof ApiError && cause.status === 403 ? refusal : cause;
      });
    }
  };
}

/** Makes an account as an admin of the service, and signs it in. */
async function createAccount(call: Maker['call'], displayName: string): Promise<Fields> {
  const { username, password } = credentials();
  const created = await call('person', 'POST', '/api/admin/users', { username, password, displayName });
  const token = textAt(await call(null, 'POST', '/api/auth/login', { username, password }), 'token');
  return { id: textAt(created, 'user', 'id'), token, username, password };
}

function server(): Fixture {
  return async ({ call }) => idOf(await call('person', 'POST', '/api/servers', { name: 'Demo server' }));
}

function channel(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return idOf(await call('person', 'POST', `/api/servers/${id}/channels`, { name: `demo-${unique()}` }));
  };
}

function group(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return idOf(await call('person', 'POST', `/api/servers/${id}/groups`, { name: `Group ${unique()}` }));
  };
}

function emoji(): Fixture {
  return async ({ get, call }) => {
    const { id: serverId = '' } = await get('server');
    const path = `/api/servers/${serverId}/emoji?name=party_${unique()}`;
    const id = textAt(await call('person', 'POST', path, PICTURE), 'id');
    return { id, file: `${id}.webp` };
  };
}

function userGroup(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    const handle = `group-${unique()}`;
    return idOf(await call('person', 'POST', `/api/servers/${id}/user-groups`, { handle }));
  };
}

function webhook(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    const made = await call('person', 'POST', `/api/channels/${id}/webhooks`, { name: 'Builds' });
    return { id: textAt(made, 'webhook', 'id'), secret: textAt(made, 'url').split('/').at(-1) ?? '' };
  };
}

/** At a name of the documents (RFC 2606). */
function outgoingWebhook(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    const fields = { url: 'https://hooks.example.com/palaver', eventTypes: ['message.created'] };
    const data = await call('person', 'POST', `/api/servers/${id}/webhooks/outgoing`, fields);
    return { id: textAt(data, 'webhook', 'id') };
  };
}

function message(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('channel');
    return idOf(
      await call('person', 'POST', `/api/channels/${id}/messages`, { content: 'A first message.' }),
    );
  };
}

function bot(): Fixture {
  return async ({ call }) => {
    const data = await call('person', 'POST', '/api/bots', { username: `bot-${unique()}` });
    return { id: textAt(data, 'bot', 'id'), token: textAt(data, 'token') };
  };
}

function invite(): Fixture {
  return async ({ get, call }) => {
    const { id = '' } = await get('server');
    return { code: textAt(await call('person', 'POST', `/api/servers/${id}/invites`, {}), 'code') };
  };
}

/** A second session of a person, so that the one of the page goes on. */
function session(of: 'person' | 'account'): Fixture {
  return async ({ get, call }) => {
    const { username = '', password } = await get(of);
    if (password === undefined)
      throw new Error('This signs in once more, and the page has your token but not your password.');
    const token = textAt(await call(null, 'POST', '/api/auth/login', { username, password }), 'token');
    const sessions = await call({ token }, 'GET', '/api/auth/sessions');
    const own = Array.isArray(sessions) ? sessions.find((one) => one.current === true) : undefined;
    return { token, id: textAt(own, 'id') };
  };
}

function unique(): string {
  return crypto.randomUUID().slice(0, 8);
}

function idOf(data: unknown): Fields {
  return { id: textAt(data, 'id') };
}

/** The string at a place of an answer. Throws where there is none. */
export function textAt(data: unknown, ...place: readonly string[]): string {
  const found = place.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    data,
  );
  if (typeof found !== 'string') throw new Error(`The answer has no ${place.join('.')}.`);
  return found;
}
