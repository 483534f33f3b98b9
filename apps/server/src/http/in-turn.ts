import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** More than the tokens of the Global bucket (docs/reference.md, section 8): no client pipelines that many requests. */
const WAITING_MAX = 64;

/** The requests of one connection that Node has parsed and that are not answered. */
interface Turns {
  /** The answer to the request that is being handled. */
  underWay: ServerResponse | null;
  readonly waiting: Array<() => void>;
}

const turnsOf = new WeakMap<Duplex, Turns>();

/**
 * Handles the requests of a connection one after the other: the next one when the answer before it has been sent. Node
 * hands on all pipelined requests that it has read at once, so their answers would be computed and kept for a peer that
 * reads none of them. A connection is not read while requests wait, and one with more than 64 of them is closed (a client
 * may send unanswered ones again: RFC 9112, 9.3.2).
 */
export function inTurn(listener: RequestListener): RequestListener {
  return (req, res) => {
    const { socket } = req;
    const turns = turnsOfConnection(socket);
    const begin = () => {
      turns.underWay = res;
      res.on('close', () => beginNext(socket, turns));
      listener(req, res);
    };
    if (turns.underWay === null) return begin();
    turns.waiting.push(begin);
    if (turns.waiting.length > WAITING_MAX) socket.destroy();
    else socket.pause();
  };
}

/** The answer of a connection that has not been sent to its end; null for none. */
export function answerUnderWay(socket: Duplex): ServerResponse | null {
  return turnsOf.get(socket)?.underWay ?? null;
}

function turnsOfConnection(socket: Duplex): Turns {
  const known = turnsOf.get(socket);
  if (known) return known;
  const turns: Turns = { underWay: null, waiting: [] };
  turnsOf.set(socket, turns);
  socket.once('close', () => {
    turns.waiting.length = 0;
  });
  return turns;
}

function beginNext(socket: Duplex, turns: Turns): void {
  turns.underWay = null;
  // After `Connection: close` no further request is handled (RFC 9112, 9.6).
  if (socket.destroyed || socket.writableEnded) return;
  const begin = turns.waiting.shift();
  if (begin === undefined) return;
  // The rest of its body may have to be read.
  if (turns.waiting.length === 0) socket.resume();
  begin();
}
