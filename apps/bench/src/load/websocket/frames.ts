/** Receives the payload of a text frame, `bytes[start..end)`. The bytes are valid only during the call. */
export type OnText = (bytes: Buffer, start: number, end: number) => void;

const CONTINUATION = 0;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const EMPTY_PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** What a frame reader calls. */
export interface FrameHandlers {
  readonly onText: OnText;
  /** Called for a ping, with the frame to answer it with. */
  readonly onPing: (pong: Buffer) => void;
  /** Called for a close frame, and for a frame that this reader does not support. */
  readonly onClose: (reason: string) => void;
}

/**
 * Splits a stream of bytes into WebSocket frames (RFC 6455, 5.2) as a server sends them: unmasked, uncompressed and not
 * fragmented. It reads headers only: receiving must cost little compared with the sending that is measured.
 */
export function frameReader({ onText, onPing, onClose }: FrameHandlers): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const start = payloadStart(bytes, at);
      if (start === null) break;
      const end = start + payloadLength(bytes, at);
      if (end > bytes.length) break;
      const opcode = bytes.readUInt8(at) & 0x0f;
      if (opcode === TEXT) onText(bytes, start, end);
      else if (opcode === PING) onPing(EMPTY_PONG);
      else if (opcode === CLOSE) onClose(`closed with ${closeCode(bytes.subarray(start, end))}`);
      else if (opcode === CONTINUATION) onClose('a message was fragmented');
      at = end;
    }
    rest = at < bytes.length ? bytes.subarray(at) : null;
  };
}

/** A close frame may have no code (RFC 6455, 5.5.1). */
function closeCode(payload: Buffer): number | string {
  return payload.length < 2 ? 'no code' : payload.readUInt16BE();
}

/** Null while the header is incomplete. */
function payloadStart(bytes: Buffer, at: number): number | null {
  if (bytes.length - at < 2) return null;
  const short = bytes.readUInt8(at + 1);
  const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2);
  return start <= bytes.length ? start : null;
}

function payloadLength(bytes: Buffer, at: number): number {
  const short = bytes.readUInt8(at + 1);
  if (short === 127) return Number(bytes.readBigUInt64BE(at + 2));
  return short === 126 ? bytes.readUInt16BE(at + 2) : short;
}

/** A text frame of a client. Its mask is zero, so that masking costs no time. `text` is at most 65,535 bytes. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
