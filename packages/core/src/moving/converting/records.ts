import type { Readable } from 'node:stream';
import type { BuiltBlock } from '@palaver/markup/build';
import type { Json } from '../../incoming-webhooks/dialects/json.js';
import type { LineKindName, LineReasonCode } from '../../protocol/records/line-reason.js';

/** Where in the export a record is from: what kind of line it is, and where it stands. */
export interface Origin {
  /** As the export calls it, such as `post`. */
  readonly kind: LineKindName;
  /** Such as `line 17`, for a person who looks it up. */
  readonly ref: string;
}

/** A file that the export names. */
export interface SourceFile {
  /** Opens it; null where the export does not have it. */
  readonly key: string | null;
  readonly sizeBytes: number;
  readonly filename: string;
  readonly mimeType: string | null;
  /** What a message shows in its place; null for its name. */
  readonly label: string | null;
  /** Where it may be seen, for what is shown in its place. */
  readonly url: string | null;
  /** Why the export does not have it. */
  readonly missing: LineReasonCode;
}

/** Somebody of whom the export says no more than this. */
export interface NamedPerson {
  readonly id: string;
  /** Null where it is not even a name. */
  readonly name: string | null;
  readonly isBot: boolean;
}

/** Why somebody is an author and no member. */
type NoMember = 'guest' | 'gone' | 'elsewhere';

export interface PersonRecord {
  readonly type: 'person';
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isBot: boolean;
  /** `owner` for whom the system itself calls so. A bot has `member` and becomes none. */
  readonly role: 'owner' | 'admin' | 'member' | NoMember;
  readonly avatar: SourceFile | null;
  /** Channels that they are in, beside those whose line names them. */
  readonly channelIds: readonly string[];
}

export interface ServerRecord {
  readonly type: 'server';
  readonly id: string;
  readonly name: string | null;
  readonly icon: SourceFile | null;
}

export interface ChannelRecord {
  readonly type: 'channel';
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly topic: string | null;
  readonly isPrivate: boolean;
  readonly archived: boolean;
  /** Everybody who joins the server joins it. */
  readonly isDefault: boolean;
  readonly createdBy: string | null;
  /** In milliseconds since 1970. */
  readonly createdAt: number | null;
  readonly memberIds: readonly string[];
}

export interface DirectRecord {
  readonly type: 'direct';
  readonly id: string;
  readonly userIds: readonly string[];
  readonly createdBy: string | null;
  readonly createdAt: number | null;
}

export interface EmojiRecord {
  readonly type: 'emoji';
  readonly name: string;
  readonly image: SourceFile;
}

export interface SourceReaction {
  readonly by: NamedPerson;
  /** A short name such as `+1`, or an emoji. */
  readonly emoji: string;
  readonly at: number | null;
}

export interface MessageRecord {
  readonly type: 'message';
  readonly id: string;
  readonly placeId: string;
  /** Whose direct message that is, where no line of its own may say so. */
  readonly directIds: readonly string[] | null;
  readonly author: NamedPerson;
  /** The message that begins its thread; it may come later, or never. */
  readonly threadId: string | null;
  /** Whether the list of its place has the reply as well. */
  readonly alsoInChannel?: boolean;
  /** In milliseconds since 1970; null for what is no instant. */
  readonly at: number | null;
  readonly editedAt: number | null;
  readonly isDeleted: boolean;
  readonly pin: { readonly by: NamedPerson | null; readonly at: number | null } | null;
  /** What is shown above the message in the place of its author. */
  readonly shownAs: string | null;
  /** What the reader makes the text of (`SourceReader.say`). */
  readonly body: Json;
  readonly files: readonly SourceFile[];
  readonly reactions: readonly SourceReaction[];
  /** What the reader has had to change. */
  readonly changes: readonly LineReasonCode[];
}

/** A line that is not taken, and why. */
interface LeftOutRecord {
  readonly type: 'leftOut';
  readonly why: LineReasonCode;
}

/** A line that says something of the export itself, or of other lines. */
interface NoteRecord {
  readonly type: 'note';
}

/** A line of an export, in the terms that all sources share. Each line that there is becomes one. */
export type SourceRecord = { readonly from: Origin } & (
  | PersonRecord
  | ServerRecord
  | ChannelRecord
  | DirectRecord
  | EmojiRecord
  | MessageRecord
  | LeftOutRecord
  | NoteRecord
);

/** What people and channels are called here. */
export interface SourceNames {
  /** The username of somebody; null for one whom the export does not have. */
  readonly user: (id: string) => string | null;
  readonly channel: (id: string) => string | null;
}

/** What a message says. */
export interface Said {
  /** Markdown as ours where it can stay as it was typed, else blocks. */
  readonly text: string | readonly BuiltBlock[];
  readonly userIds: readonly string[];
  readonly channel: boolean;
  readonly here: boolean;
}

/** Reads the export of a system: its own format, and nothing that sources share. */
export interface SourceReader {
  /** Such as `slack`. */
  readonly system: string;
  /** Whether its people are known by their usernames, so that who is only named is called so. */
  readonly idsAreUsernames?: boolean;
  /** What the export says of its installation, known when `records` is read; null where it says nothing. */
  installation(): string | null;
  /** Every line of the export, in any order. Throws `ArchiveError` for what is no export. */
  records(): AsyncGenerator<SourceRecord>;
  /** The text of a message. */
  say(message: MessageRecord, names: SourceNames): Said;
  /** The content of a file by its key. Throws `ArchiveError`. */
  openFile(key: string): Promise<Readable>;
  close(): Promise<void>;
}

/** The person of an export that names nobody. */
export const SOMEBODY: NamedPerson = { id: 'some body', name: null, isBot: false };
