import { z } from 'zod';
import { clientAddresses } from '../../load/addresses.js';
import type { Seats } from '../chat-service.js';

const PASSWORD = 'correct horse battery staple';

const Identified = z.object({ data: z.object({ id: z.string() }) });
const Registered = z.object({ data: z.object({ token: z.string() }) });
const Invited = z.object({ data: z.object({ code: z.string() }) });

/** What a Palaver is filled with over its REST face. */
export interface FoundedServer extends Seats {
  readonly serverId: string;
  readonly inviteCode: string;
}

/** Calls the REST face as a client with an address of its own for every call. */
export interface RestClient {
  /** The parsed answer. Throws for any status but a success. */
  post<T>(schema: z.ZodType<T>, path: string, token: string | null, body: object): Promise<T>;
}

/** Makes a server with public channels and people who are members of all of them. */
export async function foundServer(
  url: string,
  counts: { channels: number; people: number },
): Promise<FoundedServer> {
  const rest = restClient(url);
  const owner = await register(rest, 'owner');
  const server = await rest.post(Identified, '/api/servers', owner, { name: 'Bench' });
  const serverId = server.data.id;
  const channelIds: string[] = [];
  for (let n = 1; n <= counts.channels; n += 1) {
    const path = `/api/servers/${serverId}/channels`;
    channelIds.push((await rest.post(Identified, path, owner, { name: `channel-${n}` })).data.id);
  }
  const invite = await rest.post(Invited, `/api/servers/${serverId}/invites`, owner, {});
  const inviteCode = invite.data.code;
  const founded = { serverId, inviteCode, channelIds, tokens: [owner] };
  for (let n = 1; n < counts.people; n += 1) founded.tokens.push(await register(rest, `person-${n}`));
  await Promise.all(founded.tokens.slice(1).map((token) => seatPerson(rest, founded, token)));
  return founded;
}

/** Lets somebody join the server and all of its channels, so that no measured message has to. */
async function seatPerson(rest: RestClient, founded: FoundedServer, token: string): Promise<void> {
  await rest.post(z.unknown(), `/api/invites/${founded.inviteCode}/accept`, token, {});
  for (const id of founded.channelIds) {
    await rest.post(z.unknown(), `/api/servers/${founded.serverId}/channels/${id}/join`, token, {});
  }
}

async function register(rest: RestClient, username: string): Promise<string> {
  const { data } = await rest.post(Registered, '/api/auth/register', null, { username, password: PASSWORD });
  return data.token;
}

export function restClient(url: string): RestClient {
  const nextAddress = clientAddresses();
  return {
    async post(schema, path, token, body) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': nextAddress(),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
      return schema.parse(JSON.parse(text));
    },
  };
}
