import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerUnderWay } from '../http/answered-in-order.js';

const UPGRADE_HEADERS = new Set(['upgrade', 'http2-settings']);

/**
 * Serves a request that offers another protocol than WebSocket as an ordinary request: Java's HTTP client sends
 * `Upgrade: h2c` with every first request. A server may ignore the offer (RFC 9110, 7.8), but Node detaches the socket of
 * every upgrade from the HTTP server, so the request is written back to the socket without its upgrade headers.
 */
export function ignoreUpgrade(server: Server, req: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${req.method ?? 'GET'} ${req.url ?? '/'} HTTP/${req.httpVersion}`];
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = req.rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() === 'connection') lines.push(`${name}: ${withoutUpgrade(value)}`);
    else if (!UPGRADE_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/**
 * Calls `then` when what was asked before on a connection is answered. Node has taken the socket from these answers, which still write to
 * it, but no longer hear that it takes more.
 */
export function afterAnswers(socket: Duplex, then: () => void): void {
  const answer = answerUnderWay(socket);
  if (answer === null) {
    if (!socket.destroyed) then();
    return;
  }
  const onDrain = () => answer.emit('drain');
  socket.on('drain', onDrain);
  answer.once('close', () => {
    socket.off('drain', onDrain);
    afterAnswers(socket, then);
  });
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !UPGRADE_HEADERS.has(option.toLowerCase())).join(', ');
}
