import type { Event, ServiceFrame } from '@palaver/core';
import { validatedFrame } from '@palaver/core/testing';
import type { Position } from '../history/subscriber-history.js';

export interface ParsedFrame {
  /** One string for all subscribers that receive the same frame. */
  readonly text: string;
  /** Null if the frame matches no schema. */
  readonly frame: ServiceFrame | null;
  /** Null for a frame that is not in a log. */
  readonly position: Position | null;
}

/** Parses and validates frames. The frame of an event is parsed and stored once, however many subscribers receive it. */
export class FrameReader {
  readonly #events = new Map<string, ParsedFrame>();

  read(text: string): ParsedFrame {
    const known = this.#events.get(text);
    if (known) return known;
    const parsed = parse(text);
    if (parsed.position) this.#events.set(text, parsed);
    return parsed;
  }
}

function parse(text: string): ParsedFrame {
  try {
    const frame = validatedFrame(text);
    return { text, frame, position: isEvent(frame) ? positionOf(frame) : null };
  } catch {
    return { text, frame: null, position: null };
  }
}

function isEvent(frame: ServiceFrame): frame is Event {
  return frame.type !== 'resync' && 'seq' in frame.data;
}

function positionOf({ data }: Event): Position {
  return { streamId: 'streamId' in data ? data.streamId : data.channelId, seq: data.seq };
}
