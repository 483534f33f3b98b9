import type { Server } from 'node:http';
import type { Config } from './config/config.js';

/**
 * How many connections wait until they are accepted; the system may allow fewer. Node accepts one in each turn of its event loop
 * (libuv 1.45, nodejs/node#57364). One that finds no room is not told so: its client tries again after 1, 3, 7, 15 and 31 s.
 */
const BACKLOG = 4_096;

/** Listens where the operator said. Throws an error that says what to change when that is not possible. */
export async function listen(server: Server, config: Pick<Config, 'host' | 'port'>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, config)));
    server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, () => resolve());
  });
}

/** The URL of a server that listens on TCP. */
export function addressOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server does not listen on TCP.');
  const { address, family, port } = bound;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${address === '0.0.0.0' || address === '::' ? 'localhost' : host}:${port}`;
}

function withAdvice(cause: Error, { port, host }: Pick<Config, 'host' | 'port'>): Error {
  switch ('code' in cause ? cause.code : '') {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use; set PORT to another one.`, { cause });
    case 'EACCES':
      return new Error(`The service may not listen on port ${port}; set PORT to one from 1024 on.`, {
        cause,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST: ${host} is no address of this machine.`, { cause });
    default:
      return new Error(`The service cannot listen on port ${port} of ${host}: ${cause.message}`, { cause });
  }
}
