import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const OF_THE_UPGRADE = new Set(['upgrade', 'http2-settings']);

/**
 * Serves an ordinary request that only offers to switch to another protocol, as Java's HTTP client does with
 * `Upgrade: h2c` on every first request. The offer may be ignored (RFC 9110, 7.8), but with an `upgrade` listener
 * Node has already let go of the socket: the server gets it back, with the request as if nothing had been offered.
 */
export function serveWithoutUpgrade(
  server: Server,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${req.method ?? 'GET'} ${req.url ?? '/'} HTTP/${req.httpVersion}`];
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = req.rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() === 'connection') lines.push(`${name}: ${withoutUpgrade(value)}`);
    else if (!OF_THE_UPGRADE.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !OF_THE_UPGRADE.has(option.toLowerCase())).join(', ');
}
