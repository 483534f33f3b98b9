import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Actor,
  AppError,
  type Context,
  createContext,
  publicError,
  subscriptionRouter,
} from '@palaver/core';
import { getWSConnectionHandler } from '@trpc/server/adapters/ws';
import type { WebSocket, WebSocketServer } from 'ws';
import { parametersCredential, verifyCredential } from '../http/credentials.js';
import { CLOSE } from './close-codes.js';
import { frameRate } from './frame-rate.js';
import type { Realtime } from './options.js';
import { drained } from './wire.js';

/** `wsLink` sends everything that was called before it was open as one array. */
const BATCH_MAX = 100;

export interface NativeConnection {
  readonly wss: WebSocketServer;
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly req: IncomingMessage;
  /** Null: whose it is comes in the connection parameters. */
  readonly actor: Actor | null;
}

/** One socket of tRPC's own protocol, for subscriptions alone. */
export function serveNative(realtime: Realtime, connection: NativeConnection): void {
  const { wss, ws, socket, req } = connection;
  const { log, framesPerMinute, authenticateWithinMs } = realtime;
  const withinRate = frameRate(framesPerMinute);
  const count = () => {
    if (!withinRate()) ws.close(...CLOSE.TOO_MANY_FRAMES);
  };
  ws.on('message', count).on('ping', count);
  const late = setTimeout(() => ws.close(...CLOSE.SESSION_OVER), authenticateWithinMs);
  ws.once('close', () => clearTimeout(late));

  const serve = getWSConnectionHandler({
    wss,
    router: subscriptionRouter({
      ready: async () => {
        await drained(socket);
      },
      unsent: () => socket.writableLength,
      onOverflow: () => ws.close(...CLOSE.TOO_SLOW),
    }),
    createContext: async ({ info }) => {
      const actor = connection.actor ?? (await actorOf(realtime, info.connectionParams));
      if (actor === null) {
        ws.close(...CLOSE.SESSION_OVER);
        throw new AppError('UNAUTHENTICATED');
      }
      clearTimeout(late);
      closeWithSession(realtime, ws, actor);
      return contextFor(realtime, req, actor);
    },
    maxBatchSize: BATCH_MAX,
    onError: ({ error, path }) => {
      if (publicError(error).code === 'INTERNAL') log.error({ err: error, path }, 'A subscription failed');
    },
  });
  serve(ws, req);
}

/** tRPC's client sends its connection parameters as the first message: `{token}`, or in browsers `{ticket}`. */
async function actorOf(
  { services }: Realtime,
  parameters: Readonly<Record<string, unknown>> | null,
): Promise<Actor | null> {
  const credential = parametersCredential(parameters);
  return credential && verifyCredential(services, credential);
}

function closeWithSession({ hub }: Realtime, ws: WebSocket, actor: Actor): void {
  const release = hub.attend(actor.sessionId, () => ws.close(...CLOSE.SESSION_OVER));
  ws.once('close', release);
}

function contextFor({ services }: Realtime, req: IncomingMessage, actor: Actor): Context {
  const info = { requestId: '', token: null, idempotencyKey: null };
  const context = createContext(services, { ...info, userAgent: req.headers['user-agent'] ?? null });
  return { ...context, authenticate: async () => actor };
}
