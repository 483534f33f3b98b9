import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { SourceFile } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const EVERY = Number.POSITIVE_INFINITY;

/** The files of an export: uploads by their messages, avatars by their people, images of emoji by their names. */
export class Files {
  readonly #zip: Pick<ZipExport, 'size'>;
  readonly #uploads = new Map<string, SourceFile[]>();
  readonly #avatars = new Map<string, string>();

  private constructor(zip: Pick<ZipExport, 'size'>) {
    this.#zip = zip;
  }

  static async read(zip: Pick<ZipExport, 'size' | 'json'>): Promise<Files> {
    const files = new Files(zip);
    for (const one of itemsAt(await zip.json('attachment.json'), 'zerver_attachment', EVERY))
      files.#addUpload(one);
    const avatars = await zip.json('avatars/records.json');
    for (const one of itemsAt({ avatars }, 'avatars', EVERY)) files.#addAvatar(one);
    return files;
  }

  ofMessage(id: string): readonly SourceFile[] {
    return this.#uploads.get(id) ?? [];
  }

  avatarOf(userId: string): SourceFile | null {
    const path = this.#avatars.get(userId);
    return path === undefined ? null : this.#file(`avatars/${path}`, 'avatar');
  }

  /** An image is at the place that the id of its organization begins. */
  emoji(realmId: string, fileName: string): SourceFile {
    return this.#file(`emoji/${realmId}/emoji/images/${fileName}`, fileName);
  }

  #addUpload(one: Json): void {
    const file = this.#file(`uploads/${textAt(one, 'path_id') ?? ''}`, textAt(one, 'file_name') ?? 'file');
    for (const message of itemsAt(one, 'messages', EVERY)) {
      const known = this.#uploads.get(String(message));
      if (known) known.push(file);
      else this.#uploads.set(String(message), [file]);
    }
  }

  /** Each avatar is there as it was uploaded, and smaller. */
  #addAvatar(one: Json): void {
    const [userId, path] = [textAt(one, 'user_profile_id'), textAt(one, 'path')];
    const isOriginal = path?.endsWith('.original') ?? false;
    if (userId !== null && path !== null && (isOriginal || !this.#avatars.has(userId)))
      this.#avatars.set(userId, path);
  }

  #file(key: string, filename: string): SourceFile {
    const sizeBytes = this.#zip.size(key);
    const found = sizeBytes === null ? { key: null, sizeBytes: 0 } : { key, sizeBytes };
    return {
      ...found,
      filename,
      mimeType: null,
      label: null,
      url: null,
      missing: 'fileMissing',
    };
  }
}
