import { AppError } from '../kernel/errors/app-error.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { ServerEmoji } from '../protocol/records/server-emoji.js';
import { recordAct } from '../servers/audit-log.js';
import { lockEmoji } from './access.js';
import { emojiImageName } from './image-file.js';
import * as queries from './queries.js';
import { toServerEmoji } from './record.js';
import { removeImage } from './remove-image.js';
import type { EmojiInput, RenameEmojiInput } from './schemas.js';

/**
 * Gives an emoji another name; the same name again is not published. Throws `SERVER_NOT_FOUND`, `MODERATOR_REQUIRED`,
 * `TIMED_OUT`, `EMOJI_NOT_FOUND` or `EMOJI_NAME_TAKEN`.
 */
export function renameEmoji(ctx: ActorContext, input: RenameEmojiInput): Promise<ServerEmoji> {
  const { name } = input;
  return transact(ctx, async (tx, emit) => {
    const emoji = await lockEmoji(ctx, tx, input.serverId, input.emojiId);
    if (emoji.name === name) return toServerEmoji(emoji);
    const { id, serverId } = emoji;
    if (await queries.findNamed(tx, serverId, name)) throw new AppError('EMOJI_NAME_TAKEN');
    await queries.renameEmoji(tx, id, name);
    const renamed = toServerEmoji({ ...emoji, name });
    await emit(serverStream(serverId), { type: 'emoji.updated', data: renamed });
    const target = { id, name: emoji.name };
    await recordAct(ctx, tx, { serverId, act: 'emoji.renamed', target, details: { name } });
    return renamed;
  });
}

/**
 * Removes an emoji and its image. Reactions with it stay, with the name that they have. Throws `SERVER_NOT_FOUND`,
 * `MODERATOR_REQUIRED`, `TIMED_OUT` or `EMOJI_NOT_FOUND`.
 */
export async function deleteEmoji(ctx: ActorContext, input: EmojiInput): Promise<void> {
  await transact(ctx, async (tx, emit, afterCommit) => {
    const { id, serverId, name } = await lockEmoji(ctx, tx, input.serverId, input.emojiId);
    await queries.deleteEmoji(tx, id);
    await emit(serverStream(serverId), { type: 'emoji.deleted', data: { id, serverId } });
    await recordAct(ctx, tx, { serverId, act: 'emoji.deleted', target: { id, name } });
    afterCommit(() => removeImage(ctx.services, emojiImageName(id)));
  });
}
