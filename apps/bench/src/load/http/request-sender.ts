import { Agent, request } from 'node:http';
import { clientAddresses } from '../common/client-addresses.js';
import type { PreparedRequest } from '../common/prepared-request.js';
import { roundRobin } from '../common/round-robin.js';

/** Requests to one target that must all be answered with the same status. */
export interface RequestSet {
  readonly url: string;
  readonly status: number;
  readonly requests: readonly PreparedRequest[];
}

/** An idle connection is left before a target closes it, which Node does after 5 s: a request might meet that. */
const agent = new Agent({ keepAlive: true, timeout: 3_000 });
const nextAddress = clientAddresses();

/** Returns a function that sends the next of the requests; it resolves with the response, and rejects for a wrong one. */
export function requestSender({ url, status, requests }: RequestSet): () => Promise<void> {
  const { hostname, port } = new URL(url);
  const nextRequest = roundRobin(requests);
  return () => sendRequest({ agent, hostname, port }, nextRequest(), status);
}

function sendRequest(
  server: { agent: Agent; hostname: string; port: string },
  { method, path, headers, body = '' }: PreparedRequest,
  status: number,
): Promise<void> {
  const all = { ...headers, 'x-forwarded-for': nextAddress(), 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({ ...server, method, path, headers: all }, (response) => {
      response.resume();
      if (response.statusCode !== status)
        reject(new Error(`${path} was answered with ${response.statusCode}.`));
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
