import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** More than the tokens of the Global bucket (docs/reference.md, section 8): no client pipelines that many requests. */
const WAITING_MAX = 64;

/** The requests of one connection that Node has parsed and that are not answered. */
interface Requests {
  /** The answer to the request that is being handled. */
  underWay: ServerResponse | null;
  readonly waiting: Array<() => void>;
}

const requestsOf = new WeakMap<Duplex, Requests>();

/**
 * Handles the requests of a connection one after the other: the next one when the answer before it has been sent. Node
 * hands on all pipelined requests that it has read at once, so their answers would be computed and kept for a peer that
 * reads none of them. A connection is not read while requests wait, and one with more than 64 of them is closed (a client
 * may send unanswered ones again: RFC 9112, 9.3.2).
 */
export function answeredInOrder(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { socket } = req;
    const requests = requestsOfConnection(socket);
    const begin = () => {
      requests.underWay = res;
      res.on('close', () => beginNext(socket, requests));
      listener(req, res);
    };
    if (requests.underWay === null) return begin();
    requests.waiting.push(begin);
    if (requests.waiting.length > WAITING_MAX) socket.destroy();
    else socket.pause();
  };
}

/** The answer of a connection that has not been sent to its end; null for none. */
export function answerUnderWay(socket: Duplex): ServerResponse | null {
  return requestsOf.get(socket)?.underWay ?? null;
}

function requestsOfConnection(socket: Duplex): Requests {
  const known = requestsOf.get(socket);
  if (known) return known;
  const requests: Requests = { underWay: null, waiting: [] };
  requestsOf.set(socket, requests);
  socket.once('close', () => {
    requests.waiting.length = 0;
  });
  return requests;
}

function beginNext(socket: Duplex, requests: Requests): void {
  requests.underWay = null;
  // After `Connection: close` no further request is handled (RFC 9112, 9.6).
  if (socket.destroyed || socket.writableEnded) return;
  const begin = requests.waiting.shift();
  if (begin === undefined) return;
  // The rest of its body may have to be read.
  if (requests.waiting.length === 0) socket.resume();
  begin();
}
