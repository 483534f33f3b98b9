import { createPalaverClient, type PalaverClient, type PalaverClientOptions } from '@palaver/client';
import { uniqueName } from '@palaver/core/testing';
import { createTestDatabase } from '@palaver/db/testing';
import { sharedService } from '../../../../apps/server/src/testing/shared-service.js';
import { startTestService } from '../../../../apps/server/src/testing/test-service.js';
import { fetchFromAnywhere, WebSocketFromAnywhere } from './addresses.js';

type Options = Partial<PalaverClientOptions>;

/** A running service, a server of it that Alice owns, a channel in that, and Bob as a member. */
export interface Room {
  readonly url: string;
  readonly databaseUrl: string;
  readonly serverId: string;
  readonly channelId: string;
  readonly alice: Person;
  readonly bob: Person;
  /** Registers somebody whose username begins with `name`. */
  register(name: string): Promise<Person>;
  close(): Promise<void>;
}

/** A room whose service nobody else calls. */
export interface OwnRoom extends Room {
  /** Stops the service and starts it again at the same address, on the same data. */
  restart(): Promise<void>;
}

/** A person with a session. Closing the room closes their clients. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly token: string;
  readonly palaver: PalaverClient;
  /** Another client of the same session. */
  client(options?: Options): PalaverClient;
}

/** Short waits, so that tests are fast. */
const BACKOFF = { baseMs: 20, capMs: 200 };

/** A room on the service that the files of this worker share. */
export async function openRoom(): Promise<Room> {
  return furnish(await sharedService());
}

/** A room on a service of its own, which can be restarted. */
export async function openOwnRoom(): Promise<OwnRoom> {
  const database = await createTestDatabase();
  let service = await startTestService({ DATABASE_URL: database.url });
  const room = await furnish(service);
  return {
    ...room,
    restart: async () => {
      await service.close();
      service = await startTestService({ DATABASE_URL: database.url, PORT: new URL(room.url).port });
    },
    close: async () => {
      await room.close();
      await service.close();
      await database.drop();
    },
  };
}

async function furnish({ url, databaseUrl }: Pick<Room, 'url' | 'databaseUrl'>): Promise<Room> {
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
  const register = async (name: string): Promise<Person> => {
    const username = uniqueName(name);
    const input = { username, displayName: name, password: 'correct horse battery staple' };
    const { token, user } = await client({}).api.auth.register.mutate(input);
    const clientOf = (options: Options = {}) => client({ token, ...options });
    return { id: user.id, username, token, palaver: clientOf(), client: clientOf };
  };

  const alice = await register('alice');
  const bob = await register('bob');
  const server = await alice.palaver.api.servers.create.mutate({ name: 'Rosebud' });
  const { code } = await alice.palaver.api.servers.createInvite.mutate({ serverId: server.id });
  await bob.palaver.api.servers.acceptInvite.mutate({ code });
  const channel = await alice.palaver.api.channels.create.mutate({ serverId: server.id, name: 'talk' });
  return {
    url,
    databaseUrl,
    serverId: server.id,
    channelId: channel.id,
    alice,
    bob,
    register,
    close: async () => {
      for (const each of clients) each.close();
    },
  };
}
