import type { ServiceFrame } from '../protocol/frames.js';

/** A frame for any number of subscribers: serialised once, and parsed at most once. */
export class Delivery {
  readonly text: string;
  readonly bytes: number;
  /** The position of an event in its stream; null for a frame that is no event. */
  readonly position: { readonly streamId: string; readonly seq: number } | null;
  #frame: ServiceFrame | undefined;

  constructor(text: string, position: Delivery['position'] = null) {
    this.text = text;
    this.bytes = Buffer.byteLength(text);
    this.position = position;
  }

  get frame(): ServiceFrame {
    // Only this service writes frames, and its tests check each of them against its schema.
    this.#frame ??= JSON.parse(this.text) as ServiceFrame;
    return this.#frame;
  }
}

/** A frame for one subscriber. */
export function deliveryOf(frame: ServiceFrame): Delivery {
  return new Delivery(JSON.stringify(frame));
}

/** The bytes of some deliveries together. */
export function bytesOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
}
