import { hash } from 'node:crypto';

/**
 * Ids that were given before, in 16 to 32 bytes of each: an export may have millions. Two of a million ids have one digest in one of 500
 * exports; the second then has another id, and nothing is lost.
 */
export class SeenIds {
  /** Open addressing; 0 is an empty place. */
  #places = new Float64Array(1024);
  #count = 0;

  /** Adds an id; false where it was there. */
  add(id: string): boolean {
    if (this.#count * 2 >= this.#places.length) this.#grow();
    const isNew = put(this.#places, hash('sha1', id, 'buffer').readUIntBE(0, 6) + 1);
    if (isNew) this.#count++;
    return isNew;
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2);
    for (const hash of this.#places) if (hash !== 0) put(places, hash);
    this.#places = places;
  }
}

function put(places: Float64Array, hash: number): boolean {
  for (let at = hash % places.length; ; at = (at + 1) % places.length) {
    if (places[at] === hash) return false;
    if (places[at] !== 0) continue;
    places[at] = hash;
    return true;
  }
}
