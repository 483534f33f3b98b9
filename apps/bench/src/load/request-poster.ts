import { Agent, request } from 'node:http';
import { clientAddresses } from './addresses.js';
import type { Posting, PreparedRequest } from './job.js';

const agent = new Agent({ keepAlive: true });
const nextAddress = clientAddresses();

/** Sends one of the requests in turn; resolves with its answer, and rejects when that is not the right one. */
export function requestPoster({
  url,
  status,
  requests,
}: Extract<Posting, { kind: 'requests' }>): () => Promise<void> {
  const { hostname, port } = new URL(url);
  let turn = 0;
  return () => {
    const prepared = requests[turn++ % requests.length];
    if (prepared === undefined) throw new Error('A job needs requests.');
    return ask({ agent, hostname, port }, prepared, status);
  };
}

function ask(
  where: { agent: Agent; hostname: string; port: string },
  { method, path, headers, body = '' }: PreparedRequest,
  status: number,
): Promise<void> {
  const all = { ...headers, 'x-forwarded-for': nextAddress(), 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, method, path, headers: all }, (answer) => {
      answer.resume();
      if (answer.statusCode !== status) reject(new Error(`${path} was answered ${answer.statusCode}.`));
      answer.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
