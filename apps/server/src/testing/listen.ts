import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

/** Makes a server listen on a free loopback port, and gives the port. */
export function listen(server: TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // The address of a server on TCP is an object.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops a server and drops its open connections. */
export function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** A port of this machine on which nobody listens just now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await close(probe);
  return port;
}
