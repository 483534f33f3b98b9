import type { ServiceFrame } from '../protocol/frames.js';

/** A frame on its way to any number of consumers: serialised once, and parsed once where someone wants it parsed. */
export class Delivery {
  readonly text: string;
  readonly bytes: number;
  /** The place of an event; null for what has none. */
  readonly place: { readonly streamId: string; readonly seq: number } | null;
  #frame: ServiceFrame | undefined;

  constructor(text: string, place: Delivery['place'] = null) {
    this.text = text;
    this.bytes = Buffer.byteLength(text);
    this.place = place;
  }

  get frame(): ServiceFrame {
    // Only this service writes frames, and its tests hold every one of them against its schema.
    this.#frame ??= JSON.parse(this.text) as ServiceFrame;
    return this.#frame;
  }
}

/** A frame for one consumer. */
export function deliveryOf(frame: ServiceFrame): Delivery {
  return new Delivery(JSON.stringify(frame));
}
