import type { Event, ServiceFrame } from '@palaver/core';
import { validatedFrame } from '@palaver/core/testing';
import type { Place } from './history.js';

export interface ParsedFrame {
  /** One string for all who receive the same frame. */
  readonly text: string;
  /** Null for what no schema of the service describes. */
  readonly frame: ServiceFrame | null;
  readonly place: Place | null;
}

/** Reads frames. Each text is parsed and kept once, however many subscribers receive it. */
export class FrameReader {
  readonly #known = new Map<string, ParsedFrame>();

  read(text: string): ParsedFrame {
    const known = this.#known.get(text);
    if (known) return known;
    const parsed = parse(text);
    if (parsed.place) this.#known.set(text, parsed);
    return parsed;
  }
}

function parse(text: string): ParsedFrame {
  try {
    const frame = validatedFrame(text);
    return { text, frame, place: placeOf(frame) };
  } catch {
    return { text, frame: null, place: null };
  }
}

/** Where in which log a frame stands; null for one that is not kept. */
export function placeOf(frame: ServiceFrame): Place | null {
  if (!isEvent(frame)) return null;
  const { data } = frame;
  return { streamId: 'streamId' in data ? data.streamId : data.channelId, seq: data.seq };
}

function isEvent(frame: ServiceFrame): frame is Event {
  return frame.type !== 'resync' && 'seq' in frame.data;
}
