import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { ServerEmoji } from '../protocol/records/server-emoji.js';
import { emojiImagePath } from './image-file.js';

export type EmojiRow = InferSelectModel<typeof tables.serverEmoji>;

/** The record as the service sends it. */
export function toServerEmoji({ id, serverId, name, animated, createdBy, createdAt }: EmojiRow): ServerEmoji {
  return {
    id,
    serverId,
    name,
    imagePath: emojiImagePath(id),
    animated,
    createdBy,
    createdAt: iso(createdAt),
  };
}
