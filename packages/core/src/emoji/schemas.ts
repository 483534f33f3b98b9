import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { writing } from '../kernel/schema/writing.js';
import { ServerEmoji } from '../protocol/records/server-emoji.js';

/** docs/reference.md, section 8. */
export const EmojiName = z
  .string()
  .regex(/^[a-z0-9_]{2,32}$/, 'must have 2 to 32 characters of a-z, 0-9 and _')
  .meta({ description: 'The name: 2 to 32 characters of a-z, 0-9 and _.', example: 'party_parrot' });

const ofServer = { serverId: idInput('the server') };

export const ListEmojiInput = z.object(ofServer);

export const EmojiInput = z.object({ ...ofServer, emojiId: idInput('the emoji') });
export type EmojiInput = z.output<typeof EmojiInput>;

export const RenameEmojiInput = writing(ServerEmoji, { ...EmojiInput.shape, name: EmojiName });
export type RenameEmojiInput = z.output<typeof RenameEmojiInput>;
