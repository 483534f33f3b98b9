import { createHash } from 'node:crypto';
import { newId } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import { ServerEmoji } from '../protocol/records/server-emoji.js';
import { accessServer, lockServer } from '../servers/access.js';
import { recordAct } from '../servers/audit-log.js';
import { isAnimated } from '../users/avatar-format.js';
import { type DecodedUpload, decodeUpload } from '../users/uploaded-image.js';
import { emojiImageKey, emojiImageName } from './image-file.js';
import * as queries from './queries.js';
import { type EmojiRow, toServerEmoji } from './record.js';
import { removeImage } from './remove-image.js';
import { EmojiName } from './schemas.js';

interface NewEmoji {
  readonly serverId: string;
  readonly name: string;
}

/**
 * Makes an uploaded image an emoji of a server. Throws `SERVER_NOT_FOUND`, `MODERATOR_REQUIRED`, `TIMED_OUT`,
 * `EMOJI_NAME_TAKEN`, `TOO_MANY_EMOJI`, and what `decodeUpload` does.
 */
export async function createEmoji(
  ctx: ActorContext,
  { serverId, name }: NewEmoji,
  file: ReceivedFile,
): Promise<ServerEmoji> {
  const { id } = await accessServer(ctx, serverId, 'manageEmoji');
  return storeEmoji(ctx, { serverId: id, name }, await decodeUpload(ctx, file, 'emoji'));
}

/** The same with an image that is decoded. */
export async function storeEmoji(
  ctx: ActorContext,
  { serverId, name }: NewEmoji,
  { original, image }: DecodedUpload,
): Promise<ServerEmoji> {
  const row: EmojiRow = {
    id: newId(),
    serverId,
    name,
    animated: isAnimated(image),
    createdBy: ctx.actor.userId,
    createdAt: ctx.services.clock.now(),
  };
  const imageName = emojiImageName(row.id);
  let mayStand = false;
  try {
    await ctx.services.files.write(emojiImageKey(imageName), image);
    const answer = await insert({ ...ctx, idempotency: keyOf(ctx, row, original) }, row, () => {
      mayStand = true;
    });
    if (answer.id !== row.id) await removeImage(ctx.services, imageName);
    // A stored answer may be older than a field of the record; the schema adds the field's default.
    return ServerEmoji.parse(answer);
  } catch (error) {
    // Once the row is written the COMMIT may have been sent, and its answer lost: then the sweep removes what no row names.
    if (!mayStand) await removeImage(ctx.services, imageName);
    throw error;
  }
}

/** A name as it came with an upload. Throws `INVALID_INPUT`. */
export function requireEmojiName(given: unknown): string {
  const { data, error } = EmojiName.safeParse(given);
  if (data === undefined) throw invalidField('name', error?.issues[0]?.message ?? 'must be a name');
  return data;
}

/** The client's key, for this image, byte for byte, under this name. */
function keyOf(
  { request: { idempotencyKey } }: ActorContext,
  { serverId, name }: EmojiRow,
  original: Buffer,
) {
  const digest = createHash('sha256').update(original).digest('hex');
  return idempotencyOf(idempotencyKey, 'emoji.create', { serverId, name, digest });
}

function insert(ctx: ActorContext, row: EmojiRow, written: () => void): Promise<ServerEmoji> {
  const { id, serverId, name } = row;
  return transact(ctx, async (tx, emit) => {
    await lockServer(ctx, tx, serverId, 'manageEmoji');
    const { emojiPerServer } = ctx.services.settings.quotas;
    requireQuota('emojiPerServer', await queries.countEmoji(tx, serverId), emojiPerServer);
    if (await queries.findNamed(tx, serverId, name)) throw new AppError('EMOJI_NAME_TAKEN');
    await queries.insertEmoji(tx, row);
    const emoji = toServerEmoji(row);
    await emit(serverStream(serverId), { type: 'emoji.created', data: emoji });
    await recordAct(ctx, tx, { serverId, act: 'emoji.created', target: { id, name } });
    written();
    return emoji;
  });
}
