import { createPalaverClient, type PalaverClient, type PalaverClientOptions } from '@palaver/client';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { startTestService, type TestService } from '../../../../apps/server/src/testing/test-service.js';
import { fetchFromAnywhere, WebSocketFromAnywhere } from './addresses.js';

type Options = Partial<PalaverClientOptions>;

/** A service on a port of its own, with a server that Alice owns, a channel in it, and Bob as a member. */
export interface Room {
  readonly url: string;
  readonly database: TestDatabase;
  readonly serverId: string;
  readonly channelId: string;
  readonly alice: Person;
  readonly bob: Person;
  register(username: string): Promise<Person>;
  /** Stops the service and starts it again at the same address, on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A person with a session. Closing the room closes their clients. */
export interface Person {
  readonly id: string;
  readonly token: string;
  readonly palaver: PalaverClient;
  /** Another client of the same session. */
  client(options?: Options): PalaverClient;
}

/** Short waits, so that tests are fast. */
const BACKOFF = { baseMs: 20, capMs: 200 };

export async function openRoom(): Promise<Room> {
  const database = await createTestDatabase();
  let service: TestService = await startTestService({ DATABASE_URL: database.url });
  const { url } = service;
  const clients: PalaverClient[] = [];
  const client = (options: Options) => {
    const created = createPalaverClient({
      url,
      fetch: fetchFromAnywhere,
      WebSocket: WebSocketFromAnywhere,
      backoff: BACKOFF,
      ...options,
    });
    clients.push(created);
    return created;
  };
  const register = async (username: string): Promise<Person> => {
    const input = { username, password: 'correct horse battery staple' };
    const { token, user } = await client({}).api.auth.register.mutate(input);
    const clientOf = (options: Options = {}) => client({ token, ...options });
    return { id: user.id, token, palaver: clientOf(), client: clientOf };
  };

  const alice = await register('alice');
  const bob = await register('bob');
  const server = await alice.palaver.api.servers.create.mutate({ name: 'Rosebud' });
  const { code } = await alice.palaver.api.servers.createInvite.mutate({ serverId: server.id });
  await bob.palaver.api.servers.acceptInvite.mutate({ code });
  const channel = await alice.palaver.api.channels.create.mutate({ serverId: server.id, name: 'talk' });
  return {
    url,
    database,
    serverId: server.id,
    channelId: channel.id,
    alice,
    bob,
    register,
    restart: async () => {
      await service.close();
      service = await startTestService({ DATABASE_URL: database.url, PORT: new URL(url).port });
    },
    close: async () => {
      for (const each of clients) each.close();
      await service.close();
      await database.drop();
    },
  };
}
