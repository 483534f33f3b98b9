import { itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { SourceFile } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';
import { tablesOf } from './tables.js';

const EVERY = Number.POSITIVE_INFINITY;
const ICONS = 'realm_icons';
const isList = (table: string): boolean => table === '';

/** The files of an export: uploads by their messages, avatars by their people, images of emoji by their names. */
export class Files {
  readonly #zip: Pick<ZipExport, 'size'>;
  readonly #uploads = new Map<string, SourceFile[]>();
  readonly #avatars = new Map<string, string>();
  #icon: string | null = null;

  private constructor(zip: Pick<ZipExport, 'size'>) {
    this.#zip = zip;
  }

  static async read(zip: Pick<ZipExport, 'size' | 'open'>): Promise<Files> {
    const files = new Files(zip);
    const uploads = 'zerver_attachment';
    for await (const item of tablesOf(zip, 'attachment.json', (table) => table === uploads))
      if (item.type === 'row') files.#addUpload(item.value);
    for await (const item of tablesOf(zip, 'avatars/records.json', isList))
      if (item.type === 'row') files.#addAvatar(item.value);
    for await (const item of tablesOf(zip, `${ICONS}/records.json`, isList))
      if (item.type === 'row') files.#addIcon(item.value);
    return files;
  }

  /** The icon of the organization; null where it has none of its own. */
  get icon(): SourceFile | null {
    return this.#icon === null ? null : this.#file(`${ICONS}/${this.#icon}`, 'icon');
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

  /** Beside the icon are the logos, and each as it was uploaded and smaller (Zulip, `export_realm_icons`). */
  #addIcon(one: Json): void {
    const path = textAt(one, 'path') ?? '';
    const [, end] = /(?:^|\/)icon\.(original|png)$/.exec(path) ?? [];
    if (end === 'original' || (end === 'png' && this.#icon === null)) this.#icon = path;
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
