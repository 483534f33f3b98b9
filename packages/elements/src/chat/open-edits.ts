import type { Message } from '@palaver/client';

/** Where a message is shown: the first message of a thread stands in its channel and in its thread. */
export type EditView = 'channel' | 'thread';

/** A message of which the text is being changed. */
export interface OpenEdit {
  readonly message: Message;
  readonly text: string;
}

/** Calls `onGone` once the message is deleted or out of reach, until the returned function is called. */
type WatchMessage = (message: Message, onGone: () => void) => () => void;

/**
 * The texts that the person is changing. They outlive the rows: a row that is scrolled out of sight, or a channel that is left,
 * takes none of them away. What was typed into a message that is deleted meanwhile is given to who asks for it.
 */
export class OpenEdits {
  readonly #watch: WatchMessage;
  readonly #open = new Map<string, OpenEdit & { readonly stop: () => void }>();
  readonly #lost: OpenEdit[] = [];
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(watch: WatchMessage) {
    this.#watch = watch;
  }

  /** Opens a message with its own text. One that is open keeps what is typed. */
  begin(view: EditView, message: Message): void {
    const key = keyOf(view, message.id);
    if (this.#open.has(key)) return;
    const stop = this.#watch(message, () => this.#lose(key));
    this.#open.set(key, { message, text: message.content, stop });
    this.#version += 1;
    this.#tell();
  }

  textOf(view: EditView, messageId: string): string | null {
    return this.#open.get(keyOf(view, messageId))?.text ?? null;
  }

  write(view: EditView, messageId: string, text: string): void {
    const key = keyOf(view, messageId);
    const open = this.#open.get(key);
    if (!open) return;
    this.#open.set(key, { ...open, text });
    this.#tell();
  }

  end(view: EditView, messageId: string): void {
    const key = keyOf(view, messageId);
    this.#open.get(key)?.stop();
    if (!this.#open.delete(key)) return;
    this.#version += 1;
    this.#tell();
  }

  /** Takes what was typed into messages that are gone. */
  takeLost(): readonly OpenEdit[] {
    return this.#lost.splice(0);
  }

  /** Another number once a message is opened or closed. */
  get version(): number {
    return this.#version;
  }

  /** The message that was opened last, and is open; null for none. */
  lastBegun(view: EditView): string | null {
    const last = [...this.#open].findLast(([key]) => key.startsWith(`${view} `));
    return last?.[1].message.id ?? null;
  }

  /** Calls `listener` with each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #lose(key: string): void {
    const open = this.#open.get(key);
    if (!open) return;
    open.stop();
    this.#open.delete(key);
    this.#version += 1;
    const { message, text } = open;
    if (text.trim() !== '' && text !== message.content) this.#lost.push({ message, text });
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function keyOf(view: EditView, messageId: string): string {
  return `${view} ${messageId}`;
}

/** What a press of "Save" means. A message with files may have no text. */
export function saveOf(text: string, { content, attachments }: Message): 'nothing' | 'edit' | 'ask-delete' {
  if (text === content) return 'nothing';
  return text.trim() === '' && attachments.length === 0 ? 'ask-delete' : 'edit';
}

/** A draft with a text that was typed elsewhere. */
export function withRescued(draft: string, text: string): string {
  return draft.trim() === '' ? text : `${draft}\n\n${text}`;
}
