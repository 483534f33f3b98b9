import { createPalaverClient, type PalaverClient } from '@palaver/client';
import { WebSocket } from 'ws';

/** One channel, and the session of its owner. */
export interface Channel {
  readonly id: string;
  readonly token: string;
  /** A client that goes through `url`. All of them are closed by `close`. */
  client(url: string): PalaverClient;
  close(): void;
}

/** Registers a person at `url` and makes a channel. */
export async function openChannel(url: string): Promise<Channel> {
  const clients: PalaverClient[] = [];
  const clientOf = (at: string, token: string | null) => {
    const client = createPalaverClient({ url: at, token, WebSocket });
    clients.push(client);
    return client;
  };
  const { token } = await clientOf(url, null).api.auth.register.mutate({
    username: 'alice',
    password: 'correct horse battery staple',
  });
  const { api } = clientOf(url, token);
  const server = await api.servers.create.mutate({ name: 'Acme' });
  const { id } = await api.channels.create.mutate({ serverId: server.id, name: 'talk' });
  return {
    id,
    token,
    client: (at) => clientOf(at, token),
    close: () => {
      for (const client of clients) client.close();
    },
  };
}
