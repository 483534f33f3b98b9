import { seqAtEnd, startsWith } from '../websocket/payload.js';
import type { SubscriberGroup } from './fan-out-job.js';

/** Both receive the number of a message, counted from 1 since the last `reset`. */
export interface DeliveryHandlers {
  /** Called when the first subscriber has received the message. */
  onFirst(n: number): void;
  /** Called when all subscribers have received it. */
  onAll(n: number): void;
}

export interface DeliveryCounter {
  /** Counts a frame of a socket, `bytes[start..end)`. */
  receive(socket: number, bytes: Buffer, start: number, end: number): void;
  /** Records that a delivery went wrong, such as the loss of a socket. */
  fail(reason: string): void;
  /** Starts to count from zero, for other handlers. */
  reset(handlers: DeliveryHandlers): void;
  /** Throws unless every socket has received exactly `messages` messages, in order, and none was lost. */
  assertDelivered(messages: number): void;
}

const NO_HANDLERS: DeliveryHandlers = { onFirst: () => {}, onAll: () => {} };

/** Counts the messages that each subscriber receives. */
export function deliveryCounter({
  sockets,
  framePrefix,
  numbered,
}: Pick<SubscriberGroup, 'sockets' | 'framePrefix' | 'numbered'>): DeliveryCounter {
  const prefix = Buffer.from(framePrefix);
  const counts = new Uint32Array(sockets);
  const lastSeqs = new Float64Array(sockets);
  const errors: string[] = [];
  /** By the number of a message, how many sockets have received it. */
  let receivedBy: number[] = [];
  let handlers = NO_HANDLERS;

  const checkOrder = (socket: number, seq: number) => {
    const last = lastSeqs[socket];
    if (last && seq !== last + 1) errors.push(`position ${seq} followed ${last}`);
    lastSeqs[socket] = seq;
  };
  return {
    receive(socket, bytes, start, end) {
      if (!startsWith(bytes, prefix, start, end)) return;
      if (numbered) checkOrder(socket, seqAtEnd(bytes, end));
      const n = (counts[socket] ?? 0) + 1;
      counts[socket] = n;
      const received = (receivedBy[n] ?? 0) + 1;
      receivedBy[n] = received;
      if (socket === 0) handlers.onFirst(n);
      if (received === sockets) handlers.onAll(n);
    },
    fail: (reason) => void errors.push(reason),
    reset(newHandlers) {
      handlers = newHandlers;
      counts.fill(0);
      receivedBy = [];
    },
    assertDelivered(messages) {
      const socket = counts.findIndex((count) => count !== messages);
      if (socket !== -1) errors.push(`socket ${socket} received ${counts[socket]} of ${messages} messages`);
      if (errors.length > 0) throw new Error(`Deliveries were wrong: ${errors.slice(0, 5).join('; ')}.`);
    },
  };
}
