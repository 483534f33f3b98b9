import { dirname, join } from 'node:path/posix';
import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { SourceFile, SourceRecord } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const EVERY = Number.POSITIVE_INFINITY;

/** Files that were downloaded with the messages (`--media`): their URLs are paths beside the file of the channel. */
export class Assets {
  readonly #zip: Pick<ZipExport, 'size'>;
  readonly #emoji = new Set<string>();

  constructor(zip: Pick<ZipExport, 'size'>) {
    this.#zip = zip;
  }

  file(url: string | null, filename: string, beside: string): SourceFile {
    const key = url === null || /^[a-z]+:/i.test(url) ? null : join(dirname(beside), decoded(url));
    const sizeBytes = key === null ? null : this.#zip.size(key);
    const found = sizeBytes === null ? { key: null, sizeBytes: 0 } : { key, sizeBytes };
    return { ...found, filename, mimeType: null, label: null, url, missing: 'fileMissing' };
  }

  /** The emoji that a message shows, each once and where its image is there. */
  *emojiOf(message: Json, beside: string, ref: string): Generator<SourceRecord> {
    const reacted = itemsAt(message, 'reactions', EVERY).map((reaction) => ({ emoji: reaction }));
    const shown = itemsAt(message, 'inlineEmojis', EVERY).map((emoji) => ({ emoji: { emoji } }));
    for (const { emoji: holder } of [...shown, ...reacted]) {
      const [id, name] = [textAt(holder, 'emoji.id'), textAt(holder, 'emoji.name')];
      if (id === null || name === null || this.#emoji.has(name)) continue;
      this.#emoji.add(name);
      const image = this.file(textAt(holder, 'emoji.imageUrl'), name, beside);
      yield { type: 'emoji', from: { kind: 'emoji', ref }, name, image };
    }
  }
}

/** Of Windows, paths have backslashes. */
function decoded(url: string): string {
  const path = url.replaceAll('\\', '/');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
