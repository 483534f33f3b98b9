import { whenIdle } from './when-idle.js';

/** A page without messages is not waited for longer. */
const WITHOUT_MESSAGES_MS = 2_000;

let show = () => {};
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** Says that messages are shown. */
export function messagesAreShown(): void {
  show();
}

/** Loads what nobody misses at once, such as a menu, after the first messages: it would hold them up. */
export function afterMessages<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    const timeout = new Promise((resolve) => setTimeout(resolve, WITHOUT_MESSAGES_MS));
    await Promise.race([shown, timeout]);
    await new Promise<void>(whenIdle);
    return load();
  };
}
