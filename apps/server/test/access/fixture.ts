import type { Client } from '../../src/testing/client.js';
import { PASSWORD, type TestService } from '../../src/testing/test-service.js';

/** How the caller stands to the server of a scene and to its channels. */
export const ROLES = [
  'anonymous',
  'outsider',
  'ex-member',
  'member',
  'channel member',
  'admin',
  'owner',
  'bot',
] as const;
export type Role = (typeof ROLES)[number];

/** What kinds of channel a scene has: of its server, or the direct message of the channel member and the bot. */
export type ChannelKind = 'private' | 'public' | 'direct';

/** The people, who stay the same in every scene. */
export interface Cast {
  readonly service: TestService;
  /** Whoever plays each role. The bot belongs to the channel member and is in the channels. */
  readonly people: Readonly<Record<Role, Client>>;
  /** A plain member of the server with an avatar, in none of its channels, whom things are done to. */
  readonly bystander: Client;
}

/** A server with everybody in their place. */
export interface Scene extends Cast {
  readonly serverId: string;
  /** Of the server's channels only the channel member, who made them, and the bot are members. */
  readonly channels: Readonly<Record<ChannelKind, string>>;
}

let names = 0;

/** A name that nobody has had yet. */
export function freshName(kind: string): string {
  return `${kind}-${++names}`;
}

/** Registers everybody. */
export async function createCast(service: TestService): Promise<Cast> {
  const person = () => service.person(freshName('person'));
  const channelMember = await person();
  const bystander = await person();
  await setAvatar(bystander);
  return {
    service,
    people: {
      anonymous: service.client(null),
      outsider: await person(),
      'ex-member': await person(),
      member: await person(),
      'channel member': channelMember,
      admin: await person(),
      owner: await person(),
      bot: await service.bot(channelMember, freshName('bot')),
    },
    bystander,
  };
}

/** The smallest PNG: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function setAvatar(who: Client): Promise<void> {
  const raw = new FormData();
  raw.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  await who.post('/api/users/me/avatar', undefined, { raw });
}

/** Makes a server and its channels, with everybody in their place. */
export async function createScene(cast: Cast): Promise<Scene> {
  const { people } = cast;
  const serverId = await createServer(cast);
  const inServer = { ...cast, serverId };
  const [hidden, open] = [await createChannel(inServer, 'private'), await createChannel(inServer, 'public')];
  return {
    ...inServer,
    channels: {
      private: hidden,
      public: open,
      direct: await created(people['channel member'], '/api/dms', { userIds: [people.bot.id] }),
    },
  };
}

/** Makes a server with everybody in their place, but for their channels. */
export async function createServer({ people, bystander }: Cast): Promise<string> {
  const { owner, admin, member, bot } = people;
  const serverId = await created(owner, '/api/servers', { name: 'Acme' });
  await join(owner, serverId, [admin, member, people['channel member'], people['ex-member'], bystander]);
  await Promise.all([
    owner.patch(`/api/servers/${serverId}/members/${admin.id}`, { role: 'admin' }),
    people['channel member'].post(`/api/servers/${serverId}/members`, { userId: bot.id }),
    people['ex-member'].post(`/api/servers/${serverId}/leave`),
  ]);
  return serverId;
}

/** Makes a channel like those of the scene, for a request that changes it. */
export async function createChannel(
  scene: Pick<Scene, 'people' | 'serverId'>,
  kind: ChannelKind,
): Promise<string> {
  const { people, serverId } = scene;
  const body = { name: freshName('channel'), isPrivate: kind === 'private' };
  const id = await created(people['channel member'], `/api/servers/${serverId}/channels`, body);
  await enter(scene, id, people.bot);
  return id;
}

/** Makes somebody a member of a channel. */
export async function enter(
  { people, serverId }: Pick<Scene, 'people' | 'serverId'>,
  channelId: string,
  who: Client,
): Promise<void> {
  const path = `/api/servers/${serverId}/channels/${channelId}/members`;
  await created(people['channel member'], path, { userId: who.id });
}

/** Lets people join a server by an invite of its owner. */
export async function join(owner: Client, serverId: string, people: readonly Client[]): Promise<void> {
  const { body } = await owner.post(`/api/servers/${serverId}/invites`, {});
  await Promise.all(people.map((person) => person.post(`/api/invites/${body.data.code}/accept`)));
}

/** Posts a message of the channel member's. */
export function say(
  { people, channels }: Scene,
  kind: ChannelKind,
  body: object = { content: 'Hello' },
): Promise<string> {
  return created(people['channel member'], `/api/channels/${channels[kind]}/messages`, body);
}

/** Uploads a file of the channel member's, which no message carries yet. */
export async function upload({ people, channels }: Scene, kind: ChannelKind): Promise<string> {
  const raw = new FormData();
  raw.set('file', new Blob(['notes']), 'notes.txt');
  const path = `/api/channels/${channels[kind]}/attachments`;
  const { body } = await people['channel member'].post(path, undefined, { raw });
  return body.data[0].id;
}

/** Makes something by a POST and returns its id. */
export async function created(who: Client, path: string, body: object): Promise<string> {
  const answer = await who.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id;
}

/** A session of the same account beside the one that the tests go on to use; a bot of its own for the bot. */
export async function otherSession({ service, people }: Scene, role: Role): Promise<Client> {
  if (role === 'anonymous') return people.anonymous;
  if (role === 'bot') return service.bot(people['channel member'], freshName('bot'));
  const me = await people[role].get('/api/users/me');
  const { username } = me.body.data;
  const { body } = await service.client(null).post('/api/auth/login', { username, password: PASSWORD });
  return service.client(body.data.token, body.data.user.id);
}
