import { createDatabase, type Database } from '@palaver/db';
import { PASSWORD } from '../world.js';
import type { RestAnswer } from './rest-client.js';
import { type RestClient, type Stage, uniqueName } from './rest-client.js';

/** The relation of a caller to the fixture's server and its channels. */
export const ROLES = [
  'anonymous',
  'outsider',
  'ex-member',
  'member',
  'channel member',
  'moderator',
  'admin',
  'owner',
  'bot',
] as const;
export type Role = (typeof ROLES)[number];

/** The channels of a fixture: two of its server, and the direct message of the channel member and the bot. */
export type ChannelKind = 'private' | 'public' | 'direct';

/** The accounts, which several fixtures can share. */
export interface Accounts<Client extends RestClient = RestClient> {
  readonly service: Stage<Client>;
  /** One client for each role. The bot is owned by the channel member and is in the channels. */
  readonly clients: Readonly<Record<Role, Client>>;
  /** A member of the server with an avatar, in none of its channels: the target of requests about a user. */
  readonly otherMember: Client;
  /**
   * For requests that must be refused: what they are aimed at is made once for all roles, since none of them changes it.
   * The rest each has a target of its own.
   */
  readonly shared?: Map<string, Promise<string>>;
}

/** A server with the accounts as its members, each in their role. */
export interface Fixture<Client extends RestClient = RestClient> extends Accounts<Client> {
  readonly serverId: string;
  /** Members of the server's channels: the channel member, who created them, and the bot. */
  readonly channels: Readonly<Record<ChannelKind, string>>;
}

/** Registers an account for each role. */
export async function createAccounts<Client extends RestClient>(
  service: Stage<Client>,
): Promise<Accounts<Client>> {
  const person = () => service.person(uniqueName('person'));
  const channelMember = await person();
  const otherMember = await person();
  await setAvatar(otherMember);
  return {
    service,
    clients: {
      anonymous: service.client(null),
      outsider: await person(),
      'ex-member': await person(),
      member: await person(),
      'channel member': channelMember,
      moderator: await person(),
      admin: await person(),
      owner: await person(),
      bot: await service.bot(channelMember, uniqueName('bot')),
    },
    otherMember,
  };
}

/** The smallest PNG: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let colours = 0;

/** A picture like no other: the path of an avatar or an icon comes from its content. */
export function newPicture(): Buffer {
  const colour = ((++colours * 0x345_7f3) & 0xffffff).toString(16).padStart(6, '0');
  const path = `<path d="M0 0h8v8H0" fill="#${colour}"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${path}</svg>`);
}

let last: Promise<unknown> = Promise.resolve();

/** Uploads an image after those before it: a person has few images decoded at once. */
export function inLine<T>(upload: () => Promise<T>): Promise<T> {
  const made = last.then(upload);
  last = made.catch(() => {});
  return made;
}

export async function setAvatar(who: RestClient): Promise<void> {
  const raw = new FormData();
  raw.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  await who.post('/api/users/me/avatar', undefined, { raw });
}

/** Creates a server with its members and channels. */
export async function createFixture<Client extends RestClient>(
  accounts: Accounts<Client>,
): Promise<Fixture<Client>> {
  const { clients } = accounts;
  const serverId = await createServer(accounts);
  const inServer = { ...accounts, serverId };
  const [privateId, publicId] = [
    await createChannel(inServer, 'private'),
    await createChannel(inServer, 'public'),
  ];
  return {
    ...inServer,
    channels: {
      private: privateId,
      public: publicId,
      direct: await createdId(clients['channel member'], '/api/dms', { userIds: [clients.bot.id] }),
    },
  };
}

/** Makes a target, or takes the one that was made for the request of another role. */
export function target({ shared }: Accounts, kind: string, make: () => Promise<string>): Promise<string> {
  const made = shared?.get(kind) ?? make();
  shared?.set(kind, made);
  return made;
}

const known = new WeakMap<Fixture, Map<string, Promise<unknown>>>();

/** Makes something once for a fixture. */
export function once<T>(fixture: Fixture, kind: string, make: () => Promise<T>): Promise<T> {
  const ofFixture = known.get(fixture) ?? new Map<string, Promise<unknown>>();
  known.set(fixture, ofFixture);
  const made = ofFixture.get(kind) ?? make();
  ofFixture.set(kind, made);
  // A kind is made by one function, so what is kept under its name is of the type that it makes.
  return made as Promise<T>;
}

/** Another server of the same people, whose things are not found under the server of the fixture. */
export function otherServer(fixture: Fixture): Promise<string> {
  return once(fixture, 'other server', () => createServer(fixture));
}

/**
 * Creates a server with its members, without channels. For one role, they are its client, and a member who is the target of
 * requests; what is shared by all roles has all of them.
 */
export function createServer(accounts: Accounts, role?: Role): Promise<string> {
  const roles = role === undefined || accounts.shared ? ROLES : [role];
  return target(accounts, 'server', () => createNewServer(accounts, roles));
}

async function createNewServer({ clients, otherMember }: Accounts, roles: readonly Role[]): Promise<string> {
  const { owner, bot } = clients;
  const ownerOfBot = roles.includes('bot') ? 'channel member' : null;
  const joining = JOINING.filter((role) => roles.includes(role) || role === ownerOfBot);
  const serverId = await createdId(owner, '/api/servers', { name: 'Acme' });
  await joinServer(owner, serverId, [...joining.map((role) => clients[role]), otherMember]);
  for (const role of joining) {
    if (role === 'ex-member') await accepted(() => clients[role].post(`/api/servers/${serverId}/leave`));
    if (role !== 'admin' && role !== 'moderator') continue;
    await accepted(() => owner.patch(`/api/servers/${serverId}/members/${clients[role].id}`, { role }));
  }
  if (ownerOfBot !== null)
    await accepted(() => clients[ownerOfBot].post(`/api/servers/${serverId}/members`, { userId: bot.id }));
  return serverId;
}

/** Those who join a server by an invite. */
const JOINING = ['admin', 'moderator', 'member', 'channel member', 'ex-member'] as const;

/** Creates a channel like those of the fixture, for a request that changes it. */
export function createChannel(fixture: Omit<Fixture, 'channels'>, kind: ChannelKind): Promise<string> {
  return target(fixture, `${kind} channel`, () => createNewChannel(fixture, kind));
}

async function createNewChannel(fixture: Omit<Fixture, 'channels'>, kind: ChannelKind): Promise<string> {
  const { clients, serverId } = fixture;
  if (kind === 'direct') {
    const { id } = await newPerson(fixture);
    return createdId(clients['channel member'], '/api/dms', { userIds: [clients.bot.id, id] });
  }
  const body = { name: uniqueName('channel'), isPrivate: kind === 'private' };
  const id = await createdId(clients['channel member'], `/api/servers/${serverId}/channels`, body);
  await addToChannel(fixture, id, clients.bot);
  return id;
}

/** Registers somebody who has nothing to do with the fixture. */
export function newPerson({ service }: Pick<Accounts, 'service'>): Promise<RestClient> {
  return service.person(uniqueName('person'));
}

/** Somebody new for what changes an account itself; for callers who may not do that, the client of the role. */
export async function newCaller(fixture: Fixture, role: Role): Promise<RestClient> {
  return role === 'anonymous' || role === 'bot' ? fixture.clients[role] : newPerson(fixture);
}

/** Runs statements on the database of a service: for what nobody can do over an API. */
export async function inDatabase(
  { service }: Pick<Accounts, 'service'>,
  run: (db: Database) => Promise<unknown>,
): Promise<void> {
  const database = createDatabase(service.connection, { max: 1 });
  await run(database.db).finally(() => database.close());
}

/** Adds a member to a channel. */
export async function addToChannel(
  { clients, serverId }: Pick<Fixture, 'clients' | 'serverId'>,
  channelId: string,
  who: RestClient,
): Promise<void> {
  const path = `/api/servers/${serverId}/channels/${channelId}/members`;
  await createdId(clients['channel member'], path, { userId: who.id });
}

/** Lets clients join a server with an invite of its owner. */
export async function joinServer(
  owner: RestClient,
  serverId: string,
  clients: readonly RestClient[],
): Promise<void> {
  const code = await createInvite(owner, serverId);
  await Promise.all(clients.map((client) => accepted(() => client.post(`/api/invites/${code}/accept`))));
}

/** Creates an invite to a server and returns its code. */
export async function createInvite(
  creator: RestClient,
  serverId: string,
  body: object = {},
): Promise<string> {
  const answer = await creator.post(`/api/servers/${serverId}/invites`, body);
  return answer.body.data.code;
}

/** Posts a message as the channel member and returns its id. */
export function postMessage(
  { clients, channels }: Fixture,
  kind: ChannelKind,
  body: object = { content: 'Hello' },
): Promise<string> {
  return createdId(clients['channel member'], `/api/channels/${channels[kind]}/messages`, body);
}

/** Uploads a file as the channel member, without a message, and returns its id. */
export function upload({ clients, channels }: Fixture, kind: ChannelKind): Promise<string> {
  return uploadTo(clients['channel member'], channels[kind]);
}

/** Uploads a file to a channel and returns the id of the attachment. */
export async function uploadTo(client: RestClient, channelId: string): Promise<string> {
  const raw = new FormData();
  raw.set('file', new Blob(['notes']), 'notes.txt');
  const { body } = await client.post(`/api/channels/${channelId}/attachments`, undefined, { raw });
  return body.data[0].id;
}

/** Creates a resource with a POST and returns its id. Throws for any status but 201. */
export async function createdId(who: RestClient, path: string, body: object): Promise<string> {
  const answer = await whenNotBusy(() => who.post(path, body));
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id;
}

/** Sends a request again that had to wait too long for a lock: it has changed nothing, and the machine may be a busy one. */
export async function whenNotBusy<Answer extends RestAnswer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

/** Throws where the request is refused. */
async function accepted(send: () => Promise<RestAnswer>): Promise<void> {
  const { status, text } = await whenNotBusy(send);
  if (status >= 400) throw new Error(`A request of the fixture was answered ${status}: ${text}`);
}

/** Another session of the same account, for requests that end it; for the bot, another bot. */
export async function otherSession({ service, clients }: Fixture, role: Role): Promise<RestClient> {
  if (role === 'anonymous') return clients.anonymous;
  if (role === 'bot') return service.bot(clients['channel member'], uniqueName('bot'));
  const me = await clients[role].get('/api/users/me');
  const { username } = me.body.data;
  const { body } = await service.client(null).post('/api/auth/login', { username, password: PASSWORD });
  return service.client(body.data.token, body.data.user.id);
}
