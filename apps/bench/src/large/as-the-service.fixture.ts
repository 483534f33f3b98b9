import { z } from 'zod';
import { restClient } from '../targets/palaver/rest-client.js';
import { PASSWORD } from '../targets/palaver/set-up-server.js';

const Any = z.unknown();
const Made = z.object({ data: z.object({ id: z.string() }) });
const Invited = z.object({ data: z.object({ code: z.string() }) });
const Registered = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.string() }) }) });
const Uploaded = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Writes through the API what a filled world has: one of each kind. */
export async function writeSmallWorld(url: string): Promise<void> {
  const rest = restClient(url);
  const register = async (username: string) =>
    (await rest.post(Registered, '/api/auth/register', null, { username, password: PASSWORD })).data;
  const [alice, bob] = [await register('alice'), await register('bob')];
  const post = async (path: string, token: string, body: object) =>
    (await rest.post(Made, path, token, body)).data.id;
  const put = (path: string, token: string, body: object = {}) =>
    send(url, 'PUT', path, token, JSON.stringify(body));
  const serverId = await post('/api/servers', alice.token, { name: 'A server' });
  const { code } = (await rest.post(Invited, `/api/servers/${serverId}/invites`, alice.token, {})).data;
  await rest.post(Any, `/api/invites/${code}/accept`, bob.token, {});
  const channelId = await post(`/api/servers/${serverId}/channels`, alice.token, { name: 'plans' });
  await rest.post(Any, `/api/servers/${serverId}/channels/${channelId}/join`, bob.token, {});
  const messages = `/api/channels/${channelId}/messages`;
  const root = await post(messages, alice.token, { content: 'Hello @bob, see https://a.example/1' });
  await post(`/api/messages/${root}/thread`, bob.token, { content: 'a reply' });
  await post(`/api/messages/${root}/thread`, bob.token, { content: 'for all', alsoInChannel: true });
  await put(`/api/messages/${root}/reactions/${encodeURIComponent('👍')}`, bob.token);
  const edited = await post(messages, alice.token, { content: 'one' });
  await rest.patch(Any, `/api/messages/${edited}`, alice.token, { content: 'another' });
  await put(`/api/messages/${edited}/pin`, alice.token);
  await put(`/api/users/me/saved/${edited}`, alice.token).catch(() => undefined);
  const gone = await post(messages, bob.token, { content: 'away' });
  await send(url, 'DELETE', `/api/messages/${gone}`, bob.token);
  const buried = await post(messages, bob.token, { content: 'away too' });
  await post(`/api/messages/${buried}/thread`, alice.token, { content: 'that stays' });
  await send(url, 'DELETE', `/api/messages/${buried}`, bob.token);
  const [file] = await upload(url, channelId, alice.token);
  await post(messages, alice.token, { content: 'a file', attachmentIds: [file?.id] });
  const all = await post(messages, alice.token, { content: '@channel go' });
  await put(`/api/channels/${channelId}/read`, bob.token, { messageId: all });
  const dm = await post('/api/dms', alice.token, { userIds: [bob.user.id] });
  await post(`/api/channels/${dm}/messages`, alice.token, { content: 'to you alone' });
}

async function upload(url: string, channelId: string, token: string) {
  const body = new FormData();
  body.append('file', new Blob(['some words'], { type: 'text/plain' }), 'words.txt');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/channels/${channelId}/attachments`, {
    method: 'POST',
    headers,
    body,
  });
  return Uploaded.parse(await response.json()).data;
}

async function send(url: string, method: string, path: string, token: string, body?: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
