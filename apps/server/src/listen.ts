import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from './config/config.js';

/** Listens where the operator said. Throws an error that says what to change when that is not possible. */
export async function listen(server: Server, config: Pick<Config, 'host' | 'port'>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, config)));
    server.listen(config.port, config.host, () => resolve());
  });
}

/** The URL of a server that listens on TCP. */
export function addressOf(server: Server): string {
  // The address of a server on TCP is an object; on a pipe it would be a text.
  const { address, family, port } = server.address() as AddressInfo;
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
