import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, exportOwnServer, idInput, requireExport, rest, writeArchive } from '@palaver/core';
import { z } from 'zod';
import { type CreateContext, signedIn } from '../files/signed-in.js';
import type { ExtraOperation } from '../rest/operation.js';
import { VERSION } from '../version.js';

/** As long as a proof that the person is there counts: an export lasts no longer. */
const TIME_MS = 10 * 60_000;

const HEADERS = {
  'Content-Type': 'application/zip',
  'Content-Disposition': 'attachment; filename="palaver-server.zip"',
  'Cache-Control': 'no-store',
};

/** `GET /api/servers/{serverID}/export`. A person has one at a time in each process. */
export function exportServer(createContext: CreateContext): ExtraOperation {
  const running = new Set<string>();
  return {
    name: 'servers.export',
    meta: rest('GET', '/api/servers/{serverID}/export', {
      tag: 'servers',
      summary: 'Export a server',
      description:
        'A zip with all of the server that its owner may read, which another service imports: docs/moving.md. It takes ten minutes at most, ' +
        'and one runs at a time; one that is cut off is no valid zip. The operator exports a server of any size.',
      keys: false,
      errors: ['SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'OWNER_REQUIRED', 'STEP_UP_REQUIRED'],
    }),
    handler: signedIn(createContext, null, async (ctx, req, res) => {
      const { userId } = ctx.actor;
      const serverId = await requireExport(ctx, String(req.params.serverID));
      if (running.has(userId))
        throw new AppError('BUSY', { message: 'An export of yours is under way already.' });
      running.add(userId);
      try {
        if (req.method === 'HEAD') {
          res.set(HEADERS).end();
          return;
        }
        const contents = await exportOwnServer(ctx, { serverId, writtenBy: `palaver ${VERSION}` });
        const body = new PassThrough();
        const written = writeArchive(contents, body, AbortSignal.timeout(TIME_MS));
        // What ends it before its first byte is answered as an error.
        await Promise.race([once(body, 'readable'), written]);
        res.set(HEADERS);
        await Promise.all([written, pipeline(body, res)]);
      } catch (error) {
        if (!res.headersSent) throw error;
        // The client has gone, or it has got what there was time for, or the caller may not go on: the zip has no end.
        res.destroy();
        if (!isCutOff(error)) ctx.services.log.warn({ err: error }, 'An export of a server was cut off');
      } finally {
        running.delete(userId);
      }
    }),
    docs: {
      path: z.object({ serverID: idInput('the server') }),
      responses: {
        200: {
          description: 'The archive.',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
      },
    },
  };
}

function isCutOff(error: unknown): boolean {
  if (error instanceof AppError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE');
}
