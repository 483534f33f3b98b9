/** Where the payload of a text frame lies in a piece of what was received; it is gone when the call returns. */
export type OnText = (bytes: Buffer, start: number, end: number) => void;

const CONTINUED = 0;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const EMPTY_PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** What a reader of frames cannot see to itself. */
export interface FrameSink {
  readonly onText: OnText;
  /** Called for a ping, with what answers it. */
  readonly answer: (pong: Buffer) => void;
  /** Called for a close, and for what this reader does not understand. */
  readonly onEnd: (reason: string) => void;
}

/**
 * Cuts a stream of bytes into WebSocket frames (RFC 6455, 5.2) as a server sends them: unmasked, uncompressed, whole.
 * It looks at headers alone, because a crowd's receiving must cost little beside the service's sending.
 */
export function frameReader({ onText, answer, onEnd }: FrameSink): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const start = payloadStart(bytes, at);
      if (start === null) break;
      const end = start + payloadLength(bytes, at);
      if (end > bytes.length) break;
      const kind = bytes.readUInt8(at) & 0x0f;
      if (kind === TEXT) onText(bytes, start, end);
      else if (kind === PING) answer(EMPTY_PONG);
      else if (kind === CLOSE) onEnd(`closed with ${closeCode(bytes.subarray(start, end))}`);
      else if (kind === CONTINUED) onEnd('a message came in pieces');
      at = end;
    }
    rest = at < bytes.length ? bytes.subarray(at) : null;
  };
}

/** A close may come without a code (RFC 6455, 5.5.1). */
function closeCode(payload: Buffer): number | string {
  return payload.length < 2 ? 'no code' : payload.readUInt16BE();
}

/** Null while the header has not come whole. */
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

/** A client's text frame. Its mask is zero, which costs nobody anything. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
