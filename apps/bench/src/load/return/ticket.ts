import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_WITHIN_MS } from '../common/deadline.js';
import { waitOf } from './waits.js';

const RETRIES_MAX = 6;
const BODY = '{}';

/** Each browser has a connection of its own. At most 500 are open at a time, as one process has few file descriptors. */
const agent = new Agent({ keepAlive: false, maxSockets: 500 });

/** Who asks, and the header that names their address. */
export interface TicketHolder {
  readonly url: string;
  readonly token: string;
  readonly address: string;
}

/** Asks for a ticket as the client does: again only after 429, which comes before any work. Null where there is none. */
export async function requestTicket(holder: TicketHolder): Promise<string | null> {
  for (let retry = 0; retry <= RETRIES_MAX; retry++) {
    const { status, text } = await attempt(holder);
    if (status === 429) await pause(1_000 + waitOf(retry));
    else return /"ticket":"([^"]+)"/.exec(text)?.[1] ?? null;
  }
  return null;
}

/** Where there is no answer, the status is 0. */
function attempt({ url, token, address }: TicketHolder): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': address,
    'content-type': 'application/json',
    'content-length': BODY.length,
  };
  const path = '/trpc/realtime.ticket?batch=1';
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method: 'POST', path, headers, timeout: ANSWER_WITHIN_MS });
    const fail = () => {
      sent.destroy();
      resolve({ status: 0, text: '' });
    };
    sent.on('error', fail);
    sent.on('timeout', fail);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(BODY);
  });
}
