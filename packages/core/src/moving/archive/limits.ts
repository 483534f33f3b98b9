import { HIGHEST_LIMITS } from '../../kernel/services/limits.js';

/** What an archive may be (docs/moving.md, Limits). Its reader refuses what is beyond, and its writer writes no such thing. */
export const ARCHIVE_LIMITS = {
  /** Bytes of a line, without its end. */
  lineBytes: 1024 * 1024,
  /** Bytes of the lines of a part. A part ends with the line that reaches it. */
  partBytes: 4 * 1024 * 1024,
  /** Parts and files of an archive: what a reader keeps of each is bounded by it. */
  entries: 250_000,
  users: 100_000,
  directMessages: 100_000,
  editsOfMessage: HIGHEST_LIMITS.messageEdits,
  reactionsOfMessage: HIGHEST_LIMITS.messageReactions,
} as const;
