import { z } from 'zod';
import type { Fixture } from '../chat-service.js';
import { type RestClient, restClient } from './rest-client.js';

/** Of all accounts. */
export const PASSWORD = 'correct horse battery staple';

/** The username of the account that made the server. */
export const OWNER = 'owner';

const Created = z.object({ data: z.object({ id: z.string() }) });
const Registered = z.object({ data: z.object({ token: z.string() }) });
const Invited = z.object({ data: z.object({ code: z.string() }) });

/** The server, channels and accounts that were created over the REST API. */
export interface ServerFixture extends Fixture {
  readonly serverId: string;
}

/** Creates a server with public channels, and accounts that are members of all of them. */
export async function setUpServer(
  url: string,
  counts: { channels: number; accounts: number },
): Promise<ServerFixture> {
  const rest = restClient(url);
  const owner = await register(rest, OWNER);
  const server = await rest.post(Created, '/api/servers', owner, { name: 'Bench' });
  const serverId = server.data.id;
  const channelIds: string[] = [];
  for (let n = 1; n <= counts.channels; n += 1) {
    const path = `/api/servers/${serverId}/channels`;
    channelIds.push((await rest.post(Created, path, owner, { name: `channel-${n}` })).data.id);
  }
  const { data: invite } = await rest.post(Invited, `/api/servers/${serverId}/invites`, owner, {});
  const tokens = [owner];
  for (let n = 1; n < counts.accounts; n += 1) tokens.push(await register(rest, `person-${n}`));
  const fixture = { serverId, channelIds, tokens };
  await Promise.all(tokens.slice(1).map((token) => joinAll(rest, fixture, invite.code, token)));
  return fixture;
}

/** Joins the server and all of its channels, so that no measured request has to. */
async function joinAll(
  rest: RestClient,
  { serverId, channelIds }: ServerFixture,
  inviteCode: string,
  token: string,
): Promise<void> {
  await rest.post(z.unknown(), `/api/invites/${inviteCode}/accept`, token, {});
  for (const id of channelIds) {
    await rest.post(z.unknown(), `/api/servers/${serverId}/channels/${id}/join`, token, {});
  }
}

async function register(rest: RestClient, username: string): Promise<string> {
  const { data } = await rest.post(Registered, '/api/auth/register', null, { username, password: PASSWORD });
  return data.token;
}
