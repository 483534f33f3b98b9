import type { Event } from '@palaver/core';
import type { Position } from './subscriber-history.js';

export interface LoggedEvent extends Position {
  /** The frame as it was first written. */
  readonly text: string;
  readonly event: Event;
  /** The frame as the database has it at the end: an edit or a deletion takes the content out of earlier events. */
  readonly stored: string;
}

/** A message as the REST API shows it. */
export type Message = Omit<
  Extract<Event, { type: 'message.created' }>['data'],
  'seq' | 'superseded' | 'nonce'
>;

/** A channel as the REST API shows it. */
export interface FinalChannel {
  readonly id: string;
  readonly isPrivate: boolean;
  readonly memberCount: number;
  readonly memberIds: readonly string[];
  /** The last that was pinned first. */
  readonly pinnedIds: readonly string[];
  /** The timeline, oldest first. */
  readonly messages: readonly Message[];
  /** The replies of each thread, oldest first, by the id of the root message. */
  readonly threads: ReadonlyMap<string, readonly Message[]>;
}

export interface StoredAttachment {
  readonly id: string;
  readonly filename: string;
}

/** An item of an inbox about a message that mentions its owner. */
export interface InboxItem {
  readonly userId: string;
  readonly messageId: string;
  readonly isSilent: boolean;
  readonly isRead: boolean;
}

/** What the REST API says that somebody has not read of a channel. */
export interface ShownUnread {
  readonly userId: string;
  readonly channelId: string;
  readonly unreadCount: number;
  readonly mentionCount: number;
  readonly firstUnreadMessageId: string | null;
  readonly capped: boolean;
}

export interface FoundMessage {
  readonly id: string;
  readonly channelId: string;
}

/** What a search in a server finds at the end, when the index has the whole log. */
export interface FinalSearch {
  /** For the newest messages of a channel, or for one message by its text. */
  readonly of: { readonly channelId: string } | { readonly messageId: string };
  readonly foundIds: readonly string[];
  /** At most as many are found. */
  readonly limit: number;
}

/** The final reads: what the database and the REST API hold when no client and no fault is active any more. */
export interface FinalState {
  readonly log: readonly LoggedEvent[];
  /** The last `seq` of each stream. */
  readonly heads: ReadonlyMap<string, number>;
  /** The message rows, including deleted messages. */
  readonly rows: ReadonlyArray<{ readonly id: string; readonly channelId: string; readonly seq: number }>;
  /** The attachment rows, claimed by a message or not. */
  readonly attachments: readonly StoredAttachment[];
  /** What the download of each attachment gave that the log shows, by id: the SHA-256 of the bytes, or an error. */
  readonly downloads: ReadonlyMap<string, string>;
  readonly channels: readonly FinalChannel[];
  /** Of mentions alone. */
  readonly inbox: readonly InboxItem[];
  readonly searches: readonly FinalSearch[];
  /** Of each reader and each channel that they mark. */
  readonly unread: readonly ShownUnread[];
}
