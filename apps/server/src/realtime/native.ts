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
import { actingFor } from '../http/request-info.js';
import { CLOSE, closeAfter, closeWithin } from './close-codes.js';
import { paceFrames } from './frame-pace.js';
import { drained } from './frame-writer.js';
import type { Realtime } from './options.js';

/** `wsLink` sends all calls that were made before it was open as one batch. */
const BATCH_MAX = 100;

export interface NativeConnection {
  readonly wss: WebSocketServer;
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly req: IncomingMessage;
  /** Null if the client signs in by its connection parameters. */
  readonly actor: Actor | null;
}

/** Serves tRPC's own protocol on one socket, for subscriptions only. */
export function serveNative(realtime: Realtime, connection: NativeConnection): void {
  const { wss, ws, socket, req } = connection;
  const { frameLimit, authenticateWithinMs, closeWithinMs } = realtime;
  paceFrames(ws, frameLimit);
  const timeout = setTimeout(() => closeWithin(ws, closeWithinMs, CLOSE.NOT_SIGNED_IN), authenticateWithinMs);
  ws.once('close', () => clearTimeout(timeout));

  const serve = getWSConnectionHandler({
    wss,
    router: subscriptionRouter({
      ready: async () => {
        await drained(socket);
      },
      unsent: () => socket.writableLength,
      onEnd: (ending) => closeAfter(ws, ending),
    }),
    createContext: async ({ info }) => {
      // Where this fails, tRPC closes the socket with a code that says nothing of the session.
      clearTimeout(timeout);
      const actor = connection.actor ?? (await actorOf(realtime, req, info.connectionParams));
      if (actor === null) {
        closeWithin(ws, closeWithinMs, CLOSE.SESSION_OVER);
        throw new AppError('UNAUTHENTICATED');
      }
      countSocket(realtime, ws, actor);
      closeOnSessionEnd(realtime, ws, actor);
      return contextOf(realtime, req, actor);
    },
    maxBatchSize: BATCH_MAX,
    onError: ({ error, path }) => {
      if (publicError(error).code === 'INTERNAL')
        req.log('error', { err: error, path }, 'A subscription failed');
    },
  });
  serve(ws, req);
}

async function actorOf(
  { services }: Realtime,
  { headers }: IncomingMessage,
  parameters: Readonly<Record<string, unknown>> | null,
): Promise<Actor | null> {
  const credential = parametersCredential(parameters);
  return credential && verifyCredential(services, credential, actingFor(headers));
}

/** A socket counts beside its subscriptions, each of which is an event stream. Throws `TOO_MANY_SOCKETS`. */
function countSocket({ hub, closeWithinMs }: Realtime, ws: WebSocket, actor: Actor): void {
  try {
    ws.once('close', hub.openSockets.open(actor.userId));
  } catch (error) {
    closeWithin(ws, closeWithinMs, CLOSE.TOO_MANY_SOCKETS);
    throw error;
  }
}

function closeOnSessionEnd({ hub }: Realtime, ws: WebSocket, actor: Actor): void {
  const release = hub.watchSession(actor, () => ws.close(...CLOSE.SESSION_OVER));
  ws.once('close', release);
}

function contextOf({ services }: Realtime, req: IncomingMessage, actor: Actor): Context {
  const info = { requestId: '', token: null, idempotencyKey: null };
  const ctx = createContext(services, { ...info, userAgent: req.headers['user-agent'] ?? null });
  return { ...ctx, request: { ...ctx.request, authenticate: async () => actor } };
}
