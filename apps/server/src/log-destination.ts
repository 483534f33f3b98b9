import { fstatSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Lines are written together: when there are this many bytes, or after so long. Each write takes a turn of another thread. */
const WRITE_BYTES = 16 * 1024;
const WRITE_AFTER_MS = 200;
/** What may wait to be written. Beyond it lines are lost. */
const WAITING_BYTES_MAX = 1024 * 1024;

interface Sender {
  /** Writes a text and calls back with the error, if any. */
  send(text: string, done: (error: Error | null) => void): void;
  /** Whether a text is written in part, so that another one would begin within a line. */
  isWithinText(): boolean;
}

/**
 * Writes log lines to a file descriptor. The log may be lost, the service not: a full disk, a closed pipe and a pipe that
 * nobody reads lose lines, and neither throw nor wait. When lines can be written again, the first one says how many are
 * missing.
 */
export class LogDestination {
  readonly #fd: number;
  readonly #writeBytesMax: number;
  readonly #sender: Sender;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #isSending = false;
  #timer: NodeJS.Timeout | null = null;

  /** A write has at most `writeBytesMax` bytes, or one line. */
  constructor(fd: number, writeBytesMax = Number.POSITIVE_INFINITY) {
    this.#fd = fd;
    this.#writeBytesMax = writeBytesMax;
    this.#sender = senderTo(fd);
  }

  /** Takes a line, with its line break. */
  write(line: string): void {
    if (this.#waitingBytes + line.length > WAITING_BYTES_MAX) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes >= WRITE_BYTES) this.#sendWaiting();
    else this.#sendLater();
  }

  /** Writes what waits, as far as that is possible at once; for the end of the process. */
  flushSync(): void {
    if (this.#sender.isWithinText()) return;
    try {
      do writeSync(this.#fd, this.#takeWaiting().text);
      while (this.#waiting.length > 0);
    } catch {
      // The process ends, and there is nowhere to say it.
    }
  }

  #sendLater(): void {
    this.#timer ??= setTimeout(() => this.#sendWaiting(), WRITE_AFTER_MS).unref();
  }

  #sendWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isSending || this.#waiting.length === 0) return;
    const lost = this.#lost;
    const { text, lines } = this.#takeWaiting();
    this.#isSending = true;
    this.#sender.send(text, (error) => {
      this.#isSending = false;
      this.#lost += error ? lines : -lost;
      if (this.#waitingBytes >= Math.min(WRITE_BYTES, this.#writeBytesMax)) this.#sendWaiting();
      else if (this.#waiting.length > 0) this.#sendLater();
    });
  }

  /** Waiting lines for one write, after one that says how many were lost before them. */
  #takeWaiting(): { readonly text: string; readonly lines: number } {
    const lines = this.#linesOfOneWrite();
    const taken = lines === this.#waiting.length ? this.#waiting : this.#waiting.slice(0, lines);
    const text = taken.join('');
    this.#waiting = this.#waiting.slice(lines);
    this.#waitingBytes -= text.length;
    return { text: noticeOf(this.#lost) + text, lines };
  }

  #linesOfOneWrite(): number {
    if (!Number.isFinite(this.#writeBytesMax)) return this.#waiting.length;
    let bytes = noticeOf(this.#lost).length;
    const end = this.#waiting.findIndex((line) => {
      bytes += Buffer.byteLength(line);
      return bytes > this.#writeBytesMax;
    });
    return end === -1 ? this.#waiting.length : Math.max(1, end);
  }
}

/** A line in the form of the others; 40 is the level of warnings. */
function noticeOf(lost: number): string {
  if (lost === 0) return '';
  const line = { level: 40, time: new Date().toISOString(), lost, msg: 'Log lines were lost' };
  return `${JSON.stringify(line)}\n`;
}

function senderTo(fd: number): Sender {
  // Without `bigint`, Node's `realpathSync` takes this answer for one of its own: after the `fstat` of a pipe it stops at a
  // folder that it knows, and modules behind the symbolic links of pnpm are not found.
  const target = fstatSync(fd, { bigint: true });
  if (!target.isFIFO() && !target.isSocket()) {
    return { send: (text, done) => writeAll(fd, Buffer.from(text), done), isWithinText: () => false };
  }
  // Only a socket of Node waits for a reader without holding a thread.
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => {});
  return {
    send: (text, done) => void socket.write(text, (error) => done(error ?? null)),
    isWithinText: () => socket.writableLength > 0,
  };
}

function writeAll(fd: number, bytes: Buffer, done: (error: Error | null) => void): void {
  write(fd, bytes, (error, written) => {
    if (error || written === bytes.length) done(error);
    else writeAll(fd, bytes.subarray(written), done);
  });
}
