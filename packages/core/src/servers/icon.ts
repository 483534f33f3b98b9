import { createHash } from 'node:crypto';
import { removeUnusedImage, writeOwnedImage } from '../files/owned-images.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import { lockStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import type { ActorContext } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import { Server } from '../protocol/records/server.js';
import { decodeUpload } from '../users/uploaded-image.js';
import { accessServer } from './access.js';
import { changeServer } from './change.js';
import { ICONS } from './icon-file.js';
import { findIconPath } from './queries.js';

/**
 * Makes an uploaded image the icon of a server. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, and what `decodeUpload` does: an
 * icon is made as an avatar is.
 */
export async function setIcon(ctx: ActorContext, given: string, file: ReceivedFile): Promise<Server> {
  const { id: serverId } = await accessServer(ctx, given, 'update');
  const { original, image } = await decodeUpload(ctx, file, 'avatar');
  const path = ICONS.path(ICONS.name(serverId, image));
  // The input of this operation is the server and the image, byte for byte.
  const digest = createHash('sha256').update(original).digest('hex');
  const idempotency = idempotencyOf(ctx.request.idempotencyKey, 'servers.setIcon', { serverId, digest });
  try {
    return await changeIcon({ ...ctx, idempotency }, serverId, { path, image });
  } catch (error) {
    await removeUnusedIcon(ctx, serverId, path);
    throw error;
  }
}

/** Removes the icon of a server; without one, nothing changes. Throws `SERVER_NOT_FOUND` or `ADMIN_REQUIRED`. */
export function removeIcon(ctx: ActorContext, serverId: string): Promise<Server> {
  return changeIcon(ctx, serverId, null);
}

async function changeIcon(
  ctx: ActorContext,
  serverId: string,
  to: { readonly path: string; readonly image: Buffer } | null,
): Promise<Server> {
  const previous: string[] = [];
  const server = await changeServer(ctx, serverId, async ({ iconPath }, tx) => {
    if (to) await writeOwnedImage(ctx.services, tx, ICONS, to);
    if (iconPath !== null) previous.push(iconPath);
    return { iconPath: to?.path ?? null };
  });
  for (const path of previous) await removeUnusedIcon(ctx, server.id, path);
  // A stored answer may be older than a field of the record; the schema adds the field's default.
  return Server.parse(server);
}

function removeUnusedIcon({ services }: ActorContext, serverId: string, path: string): Promise<void> {
  return removeUnusedImage(services, ICONS, path, async (tx) => {
    await lockStream(tx, serverStream(serverId));
    return findIconPath(tx, serverId);
  });
}
