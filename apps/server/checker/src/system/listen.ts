import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Binds a TCP server to a free port of the loopback interface and returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server does not listen on TCP.');
  return bound.port;
}

/** Finds a port that is free now. The service keeps it across restarts, so that clients can reconnect. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}
