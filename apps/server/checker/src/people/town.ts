import { z } from 'zod';
import { effects } from '../effects.js';
import type { Persistence, Recorder } from '../recorder.js';
import type { Call } from '../system/http.js';

const WRITERS = 6;
const VICTIMS = 3;
const PASSWORD = 'correct horse battery staple';

export interface Person {
  readonly name: string;
  readonly id: string;
  readonly token: string;
}

/** Who and what there is: one server, its channels, and its people. */
export interface Town {
  readonly serverId: string;
  readonly inviteCode: string;
  readonly publicIds: readonly string[];
  readonly privateIds: readonly string[];
  readonly owner: Person;
  /** Members of everything, for good. */
  readonly writers: readonly Person[];
  /** Members of everything, who are thrown out again and again. */
  readonly victims: readonly Person[];
  /** Comes and goes in the public channels, and never writes. */
  readonly passerBy: Person;
}

/** The channels, the server and one's own stream. */
export function streamsOf({ serverId, publicIds, privateIds }: Town, person: Person): string[] {
  return [...publicIds, ...privateIds, serverId, person.id];
}

const Identified = z.object({ data: z.object({ id: z.string() }) });
const Registered = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.string() }) }) });
const Invited = z.object({ data: z.object({ code: z.string() }) });
const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Founds the town, before anything goes wrong. */
export async function foundTown(recorder: Recorder, persistence: Persistence): Promise<Town> {
  const ask = <T>(schema: z.ZodType<T>, call: Call) => askFor(persistence, schema, call);
  const person = async (name: string): Promise<Person> => {
    const body = { username: name, password: PASSWORD };
    const { data } = await ask(Registered, { method: 'POST', path: '/api/auth/register', token: null, body });
    return { name, id: data.user.id, token: data.token };
  };
  const owner = await person('owner');
  const post = <T>(schema: z.ZodType<T>, path: string, body: object) =>
    ask(schema, { method: 'POST', path, token: owner.token, body });

  const server = await post(Identified, '/api/servers', { name: 'Town' });
  const serverId = server.data.id;
  const channels = `/api/servers/${serverId}/channels`;
  const general = await ask(Listed, { method: 'GET', path: channels, token: owner.token });
  const channel = async (name: string, isPrivate: boolean) =>
    (await post(Identified, channels, { name, isPrivate })).data.id;
  const publicIds = [...general.data.map(({ id }) => id), await channel('open', false)];
  const privateIds = [await channel('secret', true), await channel('vault', true)];
  const invite = await post(Invited, `/api/servers/${serverId}/invites`, {});
  const inviteCode = invite.data.code;

  const everyone = await Promise.all(namesOf().map(person));
  const writers = everyone.slice(0, WRITERS);
  const victims = everyone.slice(WRITERS, WRITERS + VICTIMS);
  const passerBy = everyone.at(-1) ?? owner;
  const town = { serverId, inviteCode, publicIds, privateIds, owner, writers, victims, passerBy };
  for (const { token } of everyone)
    await ask(Identified, { method: 'POST', path: `/api/invites/${inviteCode}/accept`, token });
  for (const { id } of [...writers, ...victims]) {
    for (const channelId of privateIds) await recorder.perform(addition(town, channelId, id), persistence);
  }
  return town;
}

/** The wish that somebody be put into a private channel. */
export function addition({ serverId, owner }: Town, channelId: string, userId: string) {
  return {
    kind: 'add-member' as const,
    userId: owner.id,
    effect: effects.joined(channelId, userId),
    key: null,
    call: {
      method: 'POST' as const,
      path: `/api/servers/${serverId}/channels/${channelId}/members`,
      token: owner.token,
      body: { userId },
    },
  };
}

function namesOf(): string[] {
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name}-${n + 1}`);
  return [...numbered('writer', WRITERS), ...numbered('victim', VICTIMS), 'passer-by'];
}

async function askFor<T>({ http }: Persistence, schema: z.ZodType<T>, call: Call): Promise<T> {
  const outcome = await http.send({ ...call, timeoutMs: 30_000 });
  if (outcome.kind !== 'ok') throw new Error(`${call.method} ${call.path}: ${JSON.stringify(outcome)}`);
  return schema.parse(JSON.parse(outcome.body));
}
