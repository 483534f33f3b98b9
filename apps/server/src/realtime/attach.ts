import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Hub, unavailable } from '@palaver/core';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerUnderWay } from '../http/answered-in-order.js';
import { actingFor } from '../http/request-info.js';
import { authorizeUpgrade } from './authorize-upgrade.js';
import { CLOSE } from './close-codes.js';
import { Connection } from './connection.js';
import { startHeartbeats } from './heartbeats.js';
import { afterAnswers, ignoreUpgrade } from './ignore-upgrade.js';
import { serveNative } from './native.js';
import { type RealtimeOptions, withDefaults } from './options.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { endpointOf, hasValidHost, isWebSocket } from './upgrade-request.js';

const FRAME_BYTES_MAX = 64 * 1024;
/** More fragments than any client makes of a message of that size. */
const FRAGMENTS_MAX = 4_096;
/**
 * A proxy can pass this answer's request to another node, and the client learns nothing of it; after 101 it could not
 * (docs/nodes.md).
 */
const RETRY_AFTER = [['Retry-After', '1']] as const;
/** How often a drain ends event streams. */
const SLICE_MS = 100;

export interface AttachedRealtime {
  /** How many WebSockets are open. */
  sockets(): number;
  /** Refuses new sockets, and ends the event streams in slices over `withinMs` milliseconds, their sockets with 1012. */
  drain(withinMs: number): Promise<void>;
  /** Closes every socket with 1012 and refuses new ones; resolves when all are closed or terminated. */
  close(): Promise<void>;
}

/** Serves `/api/ws`, `/api/bot-gateway` and the subscriptions of the native API on an HTTP server's upgrades. */
export function attachRealtime(httpServer: Server, options: RealtimeOptions): AttachedRealtime {
  const realtime = withDefaults(options);
  const { hub, limitUpgrade, identify, closeWithinMs } = realtime;
  const heartbeats = startHeartbeats(realtime.heartbeatMs);
  let closing = false;
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
    maxFragments: FRAGMENTS_MAX,
    perMessageDeflate: false,
  });
  wss.on('wsClientError', (error, socket) => {
    refuseUpgrade(socket, new AppError('MALFORMED_REQUEST', { message: `${error.message}.` }));
  });

  async function open(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const endpoint = endpointOf(req.url ?? '');
    if (endpoint === null) throw new AppError('ROUTE_NOT_FOUND');
    if (!hasValidHost(req)) throw new AppError('MALFORMED_REQUEST');
    if (closing) throw new AppError('BUSY');
    await hub.throttle();
    const actor = await authorizeUpgrade(realtime, req, endpoint);
    if (!(socket instanceof Socket)) throw new Error('a WebSocket needs a net.Socket');
    wss.handleUpgrade(req, socket, head, (ws) => {
      heartbeats.watch(ws);
      if (closing) ws.close(...CLOSE.RESTARTING);
      else if (endpoint === 'native') serveNative(realtime, { wss, ws, socket, req, actor });
      else {
        const own = { log: req.log, actingFor: actingFor(req.headers), botsOnly: endpoint === 'bots' };
        new Connection(realtime, { ws, socket, actor, ...own });
      }
    });
  }

  function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    watchErrors(socket);
    if (!isWebSocket(req)) {
      afterAnswers(socket, () => ignoreUpgrade(httpServer, req, socket, head));
      return;
    }
    // What is written now would be read as the rest of the answer under way.
    if (answerUnderWay(socket) !== null) {
      socket.destroy();
      return;
    }
    limitUpgrade(req, socket, () => {
      identify(req);
      open(req, socket, head).catch((error: unknown) => {
        // While the database is away this is every upgrade, and no line of code is to blame.
        const passing = unavailable(error);
        if (passing) req.log('warn', { code: passing.errorCode }, 'An upgrade failed');
        else if (!(error instanceof AppError)) req.log('error', { err: error }, 'An upgrade failed');
        refuseUpgrade(socket, error, closing ? RETRY_AFTER : []);
      });
    });
  }

  httpServer.on('upgrade', onUpgrade);
  return {
    sockets: () => wss.clients.size,
    drain: async (withinMs) => {
      closing = true;
      await endInSlices(hub, withinMs);
    },
    close: async () => {
      closing = true;
      heartbeats.stop();
      hub.close();
      await closeAll(wss.clients, closeWithinMs);
    },
  };
}

/** All clients at once would be a herd for the nodes that they connect to. */
async function endInSlices(hub: Hub, withinMs: number): Promise<void> {
  const endAt = performance.now() + withinMs;
  for (let left = withinMs; left > 0; left = endAt - performance.now()) {
    hub.endFeeds(Math.min(1, SLICE_MS / left));
    await sleep(Math.min(SLICE_MS, left));
  }
}

const watched = new WeakSet<Duplex>();

/**
 * The HTTP server no longer listens to this socket, and an `error` event without a listener ends the process. A connection
 * comes here with each of its offers that are ignored.
 */
function watchErrors(socket: Duplex): void {
  if (watched.has(socket)) return;
  watched.add(socket);
  socket.on('error', () => socket.destroy());
}

async function closeAll(sockets: ReadonlySet<WebSocket>, withinMs: number): Promise<void> {
  const timeout = setTimeout(() => {
    for (const ws of sockets) ws.terminate();
  }, withinMs);
  await Promise.all(
    [...sockets].map((ws) => {
      const closed = new Promise((resolve) => ws.once('close', resolve));
      ws.close(...CLOSE.RESTARTING);
      return closed;
    }),
  );
  clearTimeout(timeout);
}
