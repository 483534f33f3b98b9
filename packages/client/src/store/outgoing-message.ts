import type { PalaverError } from '../api/errors.js';
import { newKey } from '../api/idempotency.js';
import type { ErrorCode, Issue, Message } from '../service.js';

/** What a person has written. */
export interface MessageToSend {
  readonly channelId: string;
  /** The first message of the thread; null or left out for the channel itself. */
  readonly threadId?: string | null;
  /** Whether the list of the channel has the reply as well. */
  readonly alsoInChannel?: boolean;
  readonly content: string;
  /** Files that are uploaded already. */
  readonly attachmentIds?: readonly string[];
  /** Files to upload before it is sent, up to ten together with the others. */
  readonly files?: readonly Blob[];
}

/**
 * A message on its way:
 * - `waiting`: for its turn in the channel, or for the service;
 * - `sending`: asked for, and not answered yet, or its files are being uploaded;
 * - `sent`: answered; it goes as soon as its event has come;
 * - `failed`: refused. `retry` sends it again, `discard` removes it.
 */
export interface OutgoingMessage extends Required<MessageToSend> {
  /** Also its idempotency key: however often it is sent, it is posted once. */
  readonly nonce: string;
  readonly createdAt: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** How much of its files is uploaded, from 0 to 1. */
  readonly progress: number;
  /** Names the uploads of its files. */
  readonly uploadKey: string;
  /** Why it has failed; null for the other states. */
  readonly error: OutgoingError | null;
  /** False when it could not be stored: closing the page before it is sent would lose it. */
  readonly stored: boolean;
  /** What the service has made of it; null before `sent`. */
  readonly message: Message | null;
  /** The tab that sends it. */
  readonly tab: string;
}

export interface OutgoingError {
  /** `OUTCOME_UNKNOWN`: it was tried too long ago to tell whether it has been posted. */
  readonly code: ErrorCode | 'OUTCOME_UNKNOWN';
  /** A sentence for people. */
  readonly message: string;
  /** With `INVALID_INPUT`, what is wrong with which field; the text is `content`. */
  readonly issues?: readonly Issue[];
}

/** A message that waits to be sent by a tab. */
export function outgoingOf(given: MessageToSend, createdAt: string, tab: string): OutgoingMessage {
  const { channelId, threadId = null, alsoInChannel = false, content } = given;
  const { attachmentIds = [], files = [] } = given;
  const nonce = newKey();
  return {
    nonce,
    channelId,
    threadId,
    alsoInChannel,
    content,
    attachmentIds,
    files,
    uploadKey: nonce,
    progress: 0,
    createdAt,
    state: 'waiting',
    error: null,
    stored: true,
    message: null,
    tab,
  };
}

export function outgoingError({ message, data }: PalaverError): OutgoingError {
  const { errorCode: code, issues } = data;
  return { code, message, ...(code === 'INVALID_INPUT' && issues ? { issues } : {}) };
}

/** In the order in which they were written. */
export function inOrder(messages: readonly OutgoingMessage[]): OutgoingMessage[] {
  return [...messages].sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)));
}

/** How long the service knows a key at least (`EVENT_RETENTION_DAYS`). */
const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

/** A message of an earlier run, to be sent again; null for anything else. */
export function restored(value: unknown, now: number): OutgoingMessage | null {
  if (!isOutgoing(value)) return null;
  // What an earlier release has stored has none of these.
  const { files = [], uploadKey = value.nonce, alsoInChannel = false }: Partial<OutgoingMessage> = value;
  const waiting = { ...value, files, uploadKey, alsoInChannel, progress: 0, stored: true, message: null };
  if (value.state === 'failed') return waiting;
  const tooOld = now - Date.parse(value.createdAt) > KEY_KEPT_MS;
  return tooOld
    ? { ...waiting, state: 'failed', error: UNKNOWN_OUTCOME }
    : { ...waiting, state: 'waiting', error: null };
}

const UNKNOWN_OUTCOME: OutgoingError = {
  code: 'OUTCOME_UNKNOWN',
  message: 'Written more than a day ago: look whether it was posted.',
};

function isOutgoing(value: unknown): value is OutgoingMessage {
  const { nonce, channelId, content, createdAt, attachmentIds, tab }: Partial<OutgoingMessage> =
    Object(value);
  const texts = [nonce, channelId, content, createdAt, tab];
  return texts.every((text) => typeof text === 'string') && Array.isArray(attachmentIds);
}
