import { hidePicture } from '../live/picture.js';

/** A page without messages is not waited for longer. */
const WITHOUT_MESSAGES_MS = 2_000;

let show = () => {};
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** Says that messages are shown: the list measures them in the next frame, and paints them in the one after it. */
export function messagesAreShown(): void {
  requestAnimationFrame(() => requestAnimationFrame(hidePicture));
  show();
}

/** Loads what nobody misses at once, such as a menu, after the first messages: it would hold them up. */
export function afterMessages<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    const timeout = new Promise((resolve) => setTimeout(resolve, WITHOUT_MESSAGES_MS));
    await Promise.race([shown, timeout]);
    return load();
  };
}
