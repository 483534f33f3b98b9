import type { PalaverFiles } from '@palaver/client';
import type { DraftPlace } from '@palaver/client/personal';
import { type RefusalTexts, sentenceOf } from '../ui/refusal.js';
import { isPicture } from './files.js';
import {
  afterUploadChange,
  arrivedIds,
  NOTHING_STAGED,
  readiness,
  type Staged,
  type UploadChange,
} from './uploads.js';

/** Sends a message with these files. */
type Send = (attachmentIds: readonly string[]) => void;

interface Upload {
  readonly file: File;
  readonly stop: AbortController;
}

/**
 * The files that the next messages will carry, by channel and thread. They outlive the field where one writes: who has sent a
 * message during an upload may go elsewhere.
 */
export class UploadDesk {
  readonly #files: PalaverFiles;
  readonly #staged = new Map<string, Staged>();
  readonly #uploads = new Map<string, Upload>();
  readonly #sends = new Map<string, Send>();
  readonly #listeners = new Set<() => void>();

  constructor(files: PalaverFiles) {
    this.#files = files;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  stagedIn(place: DraftPlace): Staged {
    return this.#staged.get(keyOf(place)) ?? NOTHING_STAGED;
  }

  /** Begins to upload files. `t` says why one failed. */
  add(place: DraftPlace, files: Iterable<File>, t: RefusalTexts): void {
    const begun = [...files].map((file) => ({ key: crypto.randomUUID(), file }));
    const items = begun.map(({ key, file }) => ({
      key,
      name: file.name,
      sizeBytes: file.size,
      preview: isPicture({ mimeType: file.type, sizeBytes: file.size }) ? URL.createObjectURL(file) : null,
      progress: 0,
      problem: null,
      id: null,
    }));
    this.#change(place, { type: 'added', items });
    for (const { key, file } of begun) this.#begin(place, key, file, t);
  }

  tryAgain(place: DraftPlace, key: string, t: RefusalTexts): void {
    const upload = this.#uploads.get(key);
    if (!upload) return;
    this.#change(place, { type: 'begunAgain', key });
    this.#begin(place, key, upload.file, t);
  }

  remove(place: DraftPlace, key: string): void {
    this.#change(place, { type: 'removed', key });
  }

  /** The person goes on writing: a message that waits for its files is no longer sent by itself. */
  keepWriting(place: DraftPlace): void {
    if (this.stagedIn(place).isWaiting) this.#change(place, { type: 'written' });
  }

  /** Sends at once, or when the files are there. */
  send(place: DraftPlace, send: Send): void {
    this.#sends.set(keyOf(place), send);
    if (readiness('', this.stagedIn(place).items) === 'uploading') this.#change(place, { type: 'sent' });
    else this.#sendNow(place);
  }

  /** They have been sent in another way. */
  clear(place: DraftPlace): void {
    this.#set(place, NOTHING_STAGED);
  }

  #begin(place: DraftPlace, key: string, file: File, t: RefusalTexts): void {
    const stop = new AbortController();
    const onProgress = (progress: number) => this.#change(place, { type: 'progressed', key, progress });
    this.#uploads.set(key, { file, stop });
    this.#files.upload(place.channelId, [file], { key, signal: stop.signal, onProgress }).then(
      ([uploaded]) => this.#change(place, { type: 'arrived', key, id: uploaded?.id ?? '' }),
      (error: unknown) => {
        const problem = sentenceOf(error, t);
        if (!stop.signal.aborted) this.#change(place, { type: 'failed', key, problem });
      },
    );
  }

  #change(place: DraftPlace, change: UploadChange): void {
    this.#set(place, afterUploadChange(this.stagedIn(place), change));
    const { items, isWaiting } = this.stagedIn(place);
    if (isWaiting && readiness('', items) === 'ready') this.#sendNow(place);
  }

  #sendNow(place: DraftPlace): void {
    const send = this.#sends.get(keyOf(place));
    const ids = arrivedIds(this.stagedIn(place).items);
    this.clear(place);
    send?.(ids);
  }

  #set(place: DraftPlace, next: Staged): void {
    const key = keyOf(place);
    const before = this.stagedIn(place);
    if (next.items.length === 0) this.#staged.delete(key);
    else this.#staged.set(key, next);
    if (!next.isWaiting) this.#sends.delete(key);
    for (const item of before.items) {
      if (next.items.some((kept) => kept.key === item.key)) continue;
      this.#uploads.get(item.key)?.stop.abort();
      this.#uploads.delete(item.key);
      if (item.preview !== null) URL.revokeObjectURL(item.preview);
    }
    for (const listener of this.#listeners) listener();
  }
}

function keyOf({ channelId, threadId }: DraftPlace): string {
  return `${channelId} ${threadId ?? ''}`;
}
