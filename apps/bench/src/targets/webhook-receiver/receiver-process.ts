// The process that webhooks are delivered to. It is separate from the harness, so that its CPU time can be measured.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { percentile } from '../../measure/stats.js';
import type { ReceiverQuestion, ReceiverReport } from './receiver.js';

/** Each is another host, so that the bound of calls to one host is not what is measured. */
const hosts = process.argv.slice(2);

interface Delivered {
  readonly timestamp: string;
  readonly data: { readonly channelId: string; readonly seq: number };
}

let latencies: number[] = [];
let wrong: string | null = null;
/** By webhook and channel, the position that was delivered last. */
const positions = new Map<string, number>();

function receive(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    note(`${request.headers.host}`, body);
    response.writeHead(204).end();
  });
}

function note(host: string, body: string): void {
  // Only the service that is measured calls this.
  const { timestamp, data } = JSON.parse(body) as Delivered;
  const key = `${host} ${data.channelId}`;
  const before = positions.get(key) ?? 0;
  if (data.seq <= before) wrong ??= `position ${data.seq} of ${key} came after ${before}`;
  positions.set(key, data.seq);
  latencies.push(Math.max(0, Date.now() - Date.parse(timestamp)));
}

function answer(question: ReceiverQuestion): ReceiverReport {
  const report = { received: latencies.length, wrong };
  if (question === 'count' || latencies.length === 0) return { ...report, p50Ms: 0, p99Ms: 0 };
  const taken = latencies;
  latencies = [];
  return { ...report, p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99) };
}

async function listen(host: string): Promise<string> {
  const server = createServer(receive).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return `http://${host}:${address.port}/`;
}

process.on('message', (question: ReceiverQuestion) => process.send?.(answer(question)));
process.on('disconnect', () => process.exit(0));
process.send?.(await Promise.all(hosts.map(listen)));
