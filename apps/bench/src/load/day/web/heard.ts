import { seqAtEnd, startsWith } from '../../websocket/payload.js';
import { MARKS, sinceSent } from '../sent-at.js';

/** What somebody hears on their socket and acts on. */
export interface Hearing {
  /** `sinceMs`: from the sending of the message by another virtual person. */
  message(heard: HeardMessage): void;
  reaction(messageId: string, userId: string): void;
  typing(channelId: string, userId: string): void;
  /** They follow a thread now. */
  followed(): void;
  /** A stream has come so far. */
  position(streamId: string, seq: number): void;
}

export interface HeardMessage {
  readonly id: string;
  readonly channelId: string;
  readonly userId: string;
  readonly isReply: boolean;
  readonly sinceMs: number;
  /** The id of its file, or empty. */
  readonly attachmentId: string;
}

const CREATED = Buffer.from('{"type":"message.created","data":{"id":"');
const REACTION = Buffer.from('{"type":"reaction.added","data":{"channelId":"');
const TYPING = Buffer.from('{"type":"typing.started","data":{"channelId":"');
const UUID = 36;
/** What is between two ids and before the text; the fields have this order in each frame. */
const CHANNEL = '","channelId":"'.length;
const USER = '","userId":"'.length;
const MESSAGE = '","messageId":"'.length;
const CONTENT = '","content":"'.length;

/** Reads a frame, without parsing those that most people hear most of the time. */
export function hear(bytes: Buffer, start: number, end: number, hearing: Hearing): void {
  const idAt = (at: number) => bytes.toString('latin1', at, at + UUID);
  if (startsWith(bytes, CREATED, start, end)) {
    const id = start + CREATED.length;
    const channel = id + UUID + CHANNEL;
    const user = channel + UUID + USER;
    const text = user + UUID + CONTENT;
    const mark = bytes.toString('latin1', text, text + MARKS.post.length);
    // Others who write here are no part of the day.
    if (mark !== MARKS.post && mark !== MARKS.reply) return;
    const channelId = idAt(channel);
    hearing.position(channelId, seqAtEnd(bytes, end));
    const files = bytes.indexOf('"attachments":[{"id":"', text);
    hearing.message({
      id: idAt(id),
      channelId,
      userId: idAt(user),
      isReply: mark === MARKS.reply,
      sinceMs: sinceSent(bytes, text + mark.length),
      attachmentId: files === -1 || files > end ? '' : idAt(files + '"attachments":[{"id":"'.length),
    });
  } else if (startsWith(bytes, REACTION, start, end)) {
    const channel = start + REACTION.length;
    const message = channel + UUID + MESSAGE;
    hearing.position(idAt(channel), seqAtEnd(bytes, end));
    hearing.reaction(idAt(message), idAt(message + UUID + USER));
  } else if (startsWith(bytes, TYPING, start, end)) {
    const channel = start + TYPING.length;
    hearing.typing(idAt(channel), idAt(channel + UUID + USER));
  } else if (bytes.toString('latin1', start, start + 16) !== '{"type":"presenc') {
    hearOther(bytes.toString('latin1', start, end), hearing);
  }
}

function hearOther(text: string, hearing: Hearing): void {
  const [, seq] = /"seq":(\d+)\}\}$/.exec(text) ?? [];
  const [, streamId] = /"streamId":"([^"]+)"/.exec(text) ?? /"channelId":"([^"]+)"/.exec(text) ?? [];
  if (seq !== undefined && streamId !== undefined) hearing.position(streamId, Number(seq));
  if (text.startsWith('{"type":"thread.followed"')) hearing.followed();
}
