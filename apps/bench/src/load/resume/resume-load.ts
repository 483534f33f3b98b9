import { clientAddresses } from '../common/client-addresses.js';
import type { Outcome } from '../common/job.js';
import { outcomeOf } from '../common/outcome.js';
import { seqAtEnd, startsWith } from '../websocket/payload.js';
import { openSocketClient, type SocketClient } from '../websocket/socket-client.js';
import type { Reconnection, ResumeJob } from './resume-job.js';

const MESSAGE = Buffer.from('{"type":"message.created"');
const SUBSCRIBED = /^\{"type":"subscribed","data":\{"channels":\[\{"id":"[^"]+","seq":(\d+)\}\]/;
const HANDSHAKE = [{ until: '"ready"' }];

const nextAddress = clientAddresses();

/** The sockets of the previous job, which stay connected until the next one. */
let connected: SocketClient[] = [];

/**
 * Closes all sockets and connects them again at once. Rejects when one disconnects, or receives anything but what it
 * missed.
 */
export async function runResumeJob({ reconnections }: ResumeJob): Promise<Outcome> {
  for (const client of connected) client.close();
  const clients: SocketClient[] = [];
  connected = clients;
  const startedAt = performance.now();
  const latencies = await Promise.all(
    reconnections.map(async (reconnection) => {
      await reconnect(reconnection, (client) => clients.push(client));
      return performance.now() - startedAt;
    }),
  );
  return outcomeOf(reconnections.length, Math.max(...latencies) / 1_000, Float64Array.from(latencies));
}

/** Resolves when the socket has received everything up to the position that its stream had when it subscribed. */
function reconnect(
  { connection, channelId, since }: Reconnection,
  onOpen: (client: SocketClient) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = since;
    let head = Number.POSITIVE_INFINITY;
    const receive = (bytes: Buffer, start: number, end: number) => {
      if (startsWith(bytes, MESSAGE, start, end)) {
        const seq = seqAtEnd(bytes, end);
        if (seq !== last + 1) reject(new Error(`In ${channelId} position ${seq} followed ${last}.`));
        last = seq;
      } else {
        const [, seq] = SUBSCRIBED.exec(bytes.toString('utf8', start, end)) ?? [];
        if (seq === undefined) return;
        head = Number(seq);
      }
      if (last >= head) resolve();
    };
    const subscribe = { type: 'subscribe', data: { channelIds: [channelId], since: { [channelId]: since } } };
    const headers = { ...connection.headers, 'x-forwarded-for': nextAddress() };
    const onDisconnect = (reason: string) => reject(new Error(reason));
    openSocketClient({ ...connection, headers, handshake: HANDSHAKE }, receive, onDisconnect).then(
      (client) => {
        onOpen(client);
        client.send(JSON.stringify(subscribe));
      },
      reject,
    );
  });
}
