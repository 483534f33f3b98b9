import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, rest } from '@palaver/core';
import type { Response } from 'express';
import { type CreateContext, signedIn } from '../files/signed-in.js';
import type { ExtraOperation } from '../rest/operation.js';
import { LINES, type OwnData, ownData } from './own-data.js';

/** As long as a proof that the person is there counts: an export lasts no longer. */
const TIME_MS = 10 * 60_000;

const TYPES = new Intl.ListFormat('en').format(Object.keys(LINES).map((type) => `\`${type}\``));

/** `GET /api/users/me/export`. A person has one at a time in each process. */
export function exportOwnData(createContext: CreateContext): ExtraOperation {
  const running = new Set<string>();
  return {
    name: 'users.export',
    meta: rest('GET', '/api/users/me/export', {
      tag: 'users',
      summary: 'Export your own data',
      description:
        `Lines of JSON \`{type, data}\`, each record as its own operation answers it. They are ${TYPES}. A \`message\` is what you wrote ` +
        'where you may read now, a ' +
        '`formerMessage` what you wrote elsewhere, both the newest first. The last line is `end`; without it the export was cut ' +
        'off. It takes ten minutes at most, and one runs at a time.',
      keys: false,
      errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'SEARCH_BEHIND'],
    }),
    handler: signedIn(createContext, null, async (ctx, req, res) => {
      const { userId, isBot } = ctx.actor;
      if (isBot) throw new AppError('PEOPLE_ONLY');
      const isThere = () => ctx.services.upward.requireStepUp(ctx);
      await isThere();
      if (running.has(userId))
        throw new AppError('BUSY', { message: 'An export of your data is under way already.' });
      running.add(userId);
      try {
        const data = await ownData(ctx, isThere);
        res.set({
          'Content-Type': 'application/x-ndjson',
          'Content-Disposition': 'attachment; filename="palaver-export.ndjson"',
          'Cache-Control': 'no-store',
        });
        if (req.method === 'HEAD') res.end();
        else await send(data, res);
      } finally {
        running.delete(userId);
      }
    }),
    docs: {
      responses: {
        200: {
          description: 'The lines.',
          content: { 'application/x-ndjson': { schema: { type: 'string' } } },
        },
      },
    },
  };
}

/** No faster than the client reads. A client that stops to read is left after the time of an export. */
async function send({ lines }: OwnData, res: Response): Promise<void> {
  const text = async function* () {
    let count = 0;
    for await (const line of lines()) {
      count++;
      yield `${JSON.stringify(line)}\n`;
    }
    yield `${JSON.stringify({ type: 'end', data: { lines: count } })}\n`;
  };
  try {
    await pipeline(Readable.from(text()), res, { signal: AbortSignal.timeout(TIME_MS) });
  } catch (error) {
    // The client has closed the connection, or it has got what there was time for.
    if (isCutOff(error)) return;
    throw error;
  }
}

function isCutOff(error: unknown): boolean {
  if (error instanceof AppError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE');
}
