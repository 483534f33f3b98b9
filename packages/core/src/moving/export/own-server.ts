import { tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import { isReadable } from '../../channels/readable-sql.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { transact } from '../../log/transact.js';
import { type ActorContext, within } from '../../procedures/context.js';
import { accessServer } from '../../servers/access.js';
import { recordAct } from '../../servers/audit-log.js';
import type { ArchiveContents } from '../container/write-archive.js';
import { openExportedFile } from './exported-files.js';
import { serverLines } from './server-lines.js';

const { channels } = tables;

/** Checks that the caller owns the server and is there. Throws `SERVER_NOT_FOUND`, `OWNER_REQUIRED` or `STEP_UP_REQUIRED`. */
export async function requireExport(ctx: ActorContext, serverId: string): Promise<string> {
  const { id } = await accessServer(ctx, serverId, 'export');
  await ctx.services.upward.requireStepUp(ctx);
  return id;
}

/**
 * What the owner of a server takes along: all of it but the channels that they may not read. It ends where they are no longer the owner,
 * or there, or lose a channel that it has come to.
 */
export async function exportOwnServer(
  ctx: ActorContext,
  given: { readonly serverId: string; readonly writtenBy: string },
): Promise<ArchiveContents> {
  const serverId = await requireExport(ctx, given.serverId);
  const { actor } = ctx;
  const { db, files, clock } = ctx.services;
  await transact({ ...ctx, idempotency: null }, async (tx) => {
    const server = await accessServer(within(tx, ctx), serverId, 'export');
    await recordAct(ctx, tx, {
      serverId,
      act: 'server.exported',
      target: { id: serverId, name: server.name },
    });
  });
  // The id is of the actor, and a UUID.
  const which = sql.raw(isReadable('channels.id', `'${actor.userId}'::uuid`));
  const lines = serverLines({
    db,
    files,
    serverId,
    which,
    isOfOperator: false,
    exportedAt: clock.now(),
    writtenBy: given.writtenBy,
    goOn: async (channelId) => {
      await requireExport(ctx, serverId);
      if (channelId !== null && (await db.$count(channels, and(eq(channels.id, channelId), which))) === 0)
        throw new AppError('CHANNEL_NOT_FOUND');
    },
  });
  return { lines, openFile: (name) => openExportedFile(files, name) };
}
