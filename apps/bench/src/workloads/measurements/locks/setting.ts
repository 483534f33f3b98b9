import { z } from 'zod';
import type { LoadGenerator } from '../../../load/load-generator.js';
import type { Palaver } from '../../../targets/palaver/palaver.js';
import { restClient } from '../../../targets/palaver/rest-client.js';
import { PASSWORD } from '../../../targets/palaver/set-up-server.js';
import { sendRequests, sendStatus } from '../send-requests.js';

const CONNECTIONS = 64;

const Made = z.object({ data: z.object({ id: z.string() }) });
const Invited = z.object({ data: z.object({ code: z.string() }) });
const Registered = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.string() }) }) });
const Channels = z.object({ data: z.array(z.object({ id: z.string() })) });

export interface Sizes {
  readonly servers: number;
  readonly channels: number;
  readonly messages: number;
}

export interface Person {
  readonly id: string;
  readonly token: string;
}

export interface OwnServer {
  readonly id: string;
  readonly channelId: string;
}

/** Makes by the API what long operations are about. The owner of the benchmark's server owns all servers. */
export class Setting {
  readonly palaver: Palaver;
  readonly sizes: Sizes;
  readonly owner: string;
  readonly #load: LoadGenerator<'http'>;
  readonly #rest: ReturnType<typeof restClient>;
  #number = 0;
  #manyServers: Promise<ReadonlyArray<OwnServer & { code: string }>> | null = null;

  constructor(palaver: Palaver, load: LoadGenerator<'http'>, sizes: Sizes) {
    this.palaver = palaver;
    this.sizes = sizes;
    this.#load = load;
    this.#rest = restClient(palaver.url);
    [this.owner = ''] = palaver.fixture.tokens;
  }

  /** A name that nothing else has. */
  name(noun: string): string {
    this.#number += 1;
    return `${noun}-${this.#number}`;
  }

  async post(path: string, body: object, token = this.owner): Promise<void> {
    await this.#rest.post(z.unknown(), path, token, body);
  }

  async patch(path: string, body: object, token = this.owner): Promise<void> {
    await this.#rest.patch(z.unknown(), path, token, body);
  }

  /** Proves that somebody is there, which counts for ten minutes. */
  prove(token = this.owner): Promise<void> {
    return this.post('/api/auth/verify', { password: PASSWORD }, token);
  }

  async newServer(): Promise<OwnServer> {
    const name = this.name('server');
    const { id } = (await this.#rest.post(Made, '/api/servers', this.owner, { name })).data;
    return { id, channelId: (await this.channelsOf(id))[0] ?? '' };
  }

  async channelsOf(serverId: string): Promise<string[]> {
    const { data } = await this.#rest.get(Channels, `/api/servers/${serverId}/channels`, this.owner);
    return data.map(({ id }) => id);
  }

  async newChannel({ serverId = this.palaver.fixture.serverId, token = this.owner } = {}): Promise<string> {
    const path = `/api/servers/${serverId}/channels`;
    return (await this.#rest.post(Made, path, token, { name: this.name('place') })).data.id;
  }

  /** The same ones each time. */
  manyServers(): Promise<ReadonlyArray<OwnServer & { code: string }>> {
    this.#manyServers ??= this.#makeServers();
    return this.#manyServers;
  }

  async #makeServers() {
    const made = [];
    for (let n = 0; n < this.sizes.servers; n++) {
      const server = await this.newServer();
      made.push({ ...server, code: await this.inviteTo(server.id) });
    }
    return made;
  }

  async inviteTo(serverId: string): Promise<string> {
    const path = `/api/servers/${serverId}/invites`;
    return (await this.#rest.post(Invited, path, this.owner, {})).data.code;
  }

  /** Somebody who is in the server. */
  async newMember(serverId: string): Promise<Person> {
    const fields = { username: this.name('author'), password: PASSWORD };
    const { data } = await this.#rest.post(Registered, '/api/auth/register', null, fields);
    await this.post(`/api/invites/${await this.inviteTo(serverId)}/accept`, {}, data.token);
    return { id: data.user.id, token: data.token };
  }

  /** Somebody of the benchmark's server who has written all messages of a size in its channels. */
  async newAuthor(): Promise<Person> {
    const { serverId, channelIds } = this.palaver.fixture;
    const person = await this.newMember(serverId);
    for (const id of channelIds)
      await this.post(`/api/servers/${serverId}/channels/${id}/join`, {}, person.token);
    await this.fill(channelIds, person.token);
    return person;
  }

  async fill(channelIds: readonly string[], token = this.owner): Promise<void> {
    await this.#load.run({
      urls: [this.palaver.url],
      connections: CONNECTIONS,
      amount: this.sizes.messages,
      status: sendStatus.REST,
      requests: sendRequests('REST', { channelIds, tokens: [token] }, channelIds.length),
    });
  }

  /** Sends a request as it is. Throws for any status but a success. */
  async fetch(method: string, path: string, token = this.owner, body?: FormData): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${this.palaver.url}${path}`, { method, headers, body: body ?? null });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
