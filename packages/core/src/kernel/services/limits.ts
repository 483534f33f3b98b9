import { tables } from '@palaver/db';

/** The sizes that an operator may set (docs/reference.md, section 8, has the defaults). */
export interface Limits {
  /** Characters (code points) of a message. */
  readonly messageCharacters: number;
  /** Files of a message, and of one upload. */
  readonly messageFiles: number;
  /** Different emoji on a message. */
  readonly messageReactions: number;
  /** Earlier texts of a message that are kept; beyond it the oldest goes. */
  readonly messageEdits: number;
  /** Bytes of an attached file. */
  readonly fileBytes: number;
  /** Bytes of the image that an avatar is made of. */
  readonly avatarBytes: number;
  /** How long an upload is kept without a message, in hours. */
  readonly unclaimedHours: number;
}

const MB = 1024 * 1024;

/** docs/reference.md, section 8; a megabyte is the larger of its two kinds. */
export const DEFAULT_LIMITS: Limits = {
  messageCharacters: 4_000,
  messageFiles: 10,
  messageReactions: 20,
  messageEdits: 50,
  fileBytes: 25 * MB,
  avatarBytes: 5 * MB,
  unclaimedHours: 1,
};

/**
 * The most that an operator can set. Schemas have these, because they are the same for every service; the limits that apply
 * are checked where they are used.
 */
export const HIGHEST_LIMITS: Limits = {
  messageCharacters: tables.CONTENT_CHARACTERS_MAX,
  messageFiles: 100,
  messageReactions: 200,
  messageEdits: 200,
  fileBytes: 10_000 * MB,
  avatarBytes: 50 * MB,
  unclaimedHours: 720,
};

/** The key of a schema's metadata that names the limit which the documents of a service show there. */
export const LIMIT_KEY = 'x-limit';

/** Metadata of a schema whose `maxLength` or `maxItems` is a limit that the operator sets. */
export function limitedBy(limit: keyof Limits): { readonly [LIMIT_KEY]: keyof Limits } {
  return { [LIMIT_KEY]: limit };
}
