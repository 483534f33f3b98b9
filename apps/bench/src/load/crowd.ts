import { clientAddresses } from './addresses.js';
import type { Crowd } from './job.js';
import { type Listener, listenAt } from './listener.js';

/** So many are opened at a time. */
const LANES = 50;

const nextAddress = clientAddresses();

export interface Told {
  onFirst(n: number): void;
  onAll(n: number): void;
}

/** A room full of open sockets, and how far all of them have heard what was said there. */
export interface OpenCrowd {
  readonly first: Listener;
  /** Begins to count anew. `onFirst` is called when the first of the crowd, `onAll` when everybody has the n-th message, from 1. */
  listen(told: Told): void;
  /** Throws when a socket was lost, or a message came twice, not at all or out of order. */
  check(messages: number): void;
  close(): void;
}

/** Opens the sockets; resolves when all of them are in the room. */
export async function openCrowd(crowd: Crowd): Promise<OpenCrowd> {
  const marker = Buffer.from(crowd.frame);
  const counts = new Uint32Array(crowd.sockets);
  const lastSeqs = new Float64Array(crowd.sockets);
  const listeners: Listener[] = [];
  const wrong: string[] = [];
  let reached: number[] = [];
  let told: Told = { onFirst: () => {}, onAll: () => {} };
  let opened = 0;

  const hearAs = (socket: number) => (bytes: Buffer, start: number, end: number) => {
    if (bytes.compare(marker, 0, marker.length, start, Math.min(end, start + marker.length)) !== 0) return;
    if (crowd.numbered) {
      const seq = seqAt(bytes, end);
      const last = lastSeqs[socket];
      if (last && seq !== last + 1) wrong.push(`after ${last} came ${seq}`);
      lastSeqs[socket] = seq;
    }
    const n = (counts[socket] ?? 0) + 1;
    counts[socket] = n;
    const had = (reached[n] ?? 0) + 1;
    reached[n] = had;
    if (socket === 0) told.onFirst(n);
    if (had === crowd.sockets) told.onAll(n);
  };
  const lane = async () => {
    for (let n = opened++; n < crowd.sockets; n = opened++) {
      listeners[n] = await enter(crowd, n, hearAs(n), (reason) => wrong.push(reason));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const [first] = listeners;
  if (first === undefined) throw new Error('A crowd is at least one.');
  return {
    first,
    listen: (listening) => {
      told = listening;
      counts.fill(0);
      reached = [];
    },
    check: (messages) => {
      const off = counts.findIndex((count) => count !== messages);
      if (off !== -1) wrong.push(`of ${messages} messages socket ${off} had ${counts[off]}`);
      if (wrong.length > 0) throw new Error(`The crowd heard wrong: ${wrong.slice(0, 5).join('; ')}.`);
    },
    close: () => {
      for (const listener of listeners) listener.close();
    },
  };
}

function enter(
  crowd: Crowd,
  n: number,
  hear: (bytes: Buffer, start: number, end: number) => void,
  onLost: (reason: string) => void,
) {
  const entrance = crowd.entrances[n % crowd.entrances.length];
  if (entrance === undefined) throw new Error('A crowd needs an entrance.');
  const headers = { ...entrance.headers, 'x-forwarded-for': nextAddress() };
  return listenAt({ ...entrance, headers }, hear, onLost);
}

/** The number in `"seq":123}}` at the end of a frame. */
export function seqAt(bytes: Buffer, end: number): number {
  let seq = 0;
  let unit = 1;
  for (let at = end - 3; ; at--) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return seq;
    seq += digit * unit;
    unit *= 10;
  }
}
