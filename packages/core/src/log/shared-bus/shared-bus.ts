import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../kernel/services/logger.js';
import type { Nodes } from '../../kernel/services/nodes.js';
import { type Bus, createLocalBus } from '../bus.js';
import { Beat } from './beat.js';
import { Link } from './link.js';
import { type Item, isFrom, readMessage } from './message.js';
import { Sender } from './sender.js';
import { Senders } from './senders.js';
import { SpacedChecks } from './spaced-checks.js';
import type { BusTransport } from './transport.js';

/** How long `close` waits for messages under way, in milliseconds. */
const CLOSE_WITHIN_MS = 1_000;

export interface SharedBusOptions {
  readonly transport: BusTransport;
  readonly nodes: Nodes;
  readonly log: Log;
}

/** A bus that also connects this node with the others on its database. */
export interface SharedBus extends Bus {
  /** Sends what waits, for a second at most, and ends the connection. */
  close(): Promise<void>;
}

/**
 * Makes the bus of one of several nodes. It calls the listeners of this node directly and sends the same to the other nodes,
 * where there are any. Messages may be lost. Whenever one may have been, the heads are compared at once: at a hole in the
 * numbers of a node, when the connection has begun anew, and when a node has gone.
 */
export function createSharedBus({ transport, nodes, log }: SharedBusOptions): SharedBus {
  const local = createLocalBus();
  const senders = new Senders();
  const checks = new SpacedChecks(local.check);
  let received = 0;
  let gaps = 0;
  let isSilent = false;

  const link = new Link({
    transport,
    log,
    onMessage: (text) => receive(text),
    onConnected: () => {
      beat.restart();
      beat.now();
      checks.request();
    },
  });
  const sender = new Sender({
    nodeId: nodes.id,
    maxBytes: transport.maxBytes,
    send: (message) => link.send(message),
  });
  const hasOthers = () => nodes.others().size > 0;
  const beat = new Beat({
    isNeeded: hasOthers,
    send: () => sender.beat(),
    onSilence: () => {
      // A connection that cannot be opened is in the log already.
      if (!link.isOpen) return;
      if (!isSilent) log.warn({}, 'What this node sends over the bus does not come back: connecting anew');
      isSilent = true;
      link.reconnect();
    },
  });
  const stopWatching = nodes.onChange(() => {
    beat.now();
    checks.request();
  });

  const send = (item: Item) => {
    if (hasOthers()) sender.add(item);
  };

  function receive(text: string): void {
    if (isFrom(nodes.id, text)) {
      hearOwn();
      return;
    }
    const message = readMessage(text);
    if (message === null) return;
    received++;
    const isWhole = senders.note(message.from, message.number);
    if (!isWhole) gaps++;
    if (!tellListeners(local, log, message.items) || !isWhole) checks.request();
  }

  function hearOwn(): void {
    beat.hear();
    if (isSilent) log.info({}, 'What this node sends over the bus comes back again');
    isSilent = false;
  }

  return {
    ...local,
    publish: (hint) => {
      local.publish(hint);
      send({ kind: 'hint', ...hint });
    },
    notify: (notice) => {
      local.notify(notice);
      const { streamId, frame, exceptUserId, onlyUserIds } = notice;
      send({ kind: 'notice', streamId, frame, exceptUserId, onlyUserIds });
    },
    endSession: (end) => {
      local.endSession(end);
      send({ kind: 'session-end', sessionId: end.sessionId });
    },
    measure: () => ({
      ...local.measure(),
      shared: {
        isConnected: beat.heard,
        sent: sender.sent,
        received,
        dropped: sender.dropped,
        gaps,
        reconnects: link.reconnects,
      },
    }),
    close: async () => {
      beat.stop();
      stopWatching();
      checks.stop();
      await Promise.race([sender.finish(), setTimeout(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      await link.close();
    },
  };
}

/** Returns false where a listener cannot read what another node has sent. */
function tellListeners(local: ReturnType<typeof createLocalBus>, log: Log, items: readonly Item[]): boolean {
  try {
    for (const item of items) {
      if (item.kind === 'hint') local.hear(item);
      else if (item.kind === 'notice') local.notify(item);
      else local.endSession(item);
    }
    return true;
  } catch {
    // The error may have the text of a frame.
    log.warn({}, 'What another node has sent cannot be read; it is read from the log');
    return false;
  }
}
