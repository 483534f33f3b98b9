import { field, itemsAt, type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { LineReasonCode } from '../../protocol/records/line-reason.js';
import type { SourceFile } from '../converting/records.js';
import type { ZipExport } from '../converting/zip-export.js';

const FOLDER = '__uploads/';
/** Files that Slack itself does not show any more: nothing but an id is known of them. */
const HIDDEN: ReadonlyMap<string, { readonly label: string; readonly code: LineReasonCode }> = new Map([
  ['tombstone', { label: 'deleted file', code: 'fileDeleted' }],
  ['hidden_by_limit', { label: 'file beyond the limit of the plan', code: 'fileHidden' }],
]);

/** Uploaded files, where the zip has them: `__uploads/ID/NAME`. */
export class Uploads {
  readonly #byId = new Map<string, string>();

  constructor(private readonly zip: Pick<ZipExport, 'paths' | 'size'>) {
    for (const path of zip.paths) {
      const [folder, id, name] = path.split('/');
      if (`${folder}/` === FOLDER && id && name) this.#byId.set(id, path);
    }
  }

  pathOf(id: string): string {
    return this.#byId.get(id) ?? '';
  }

  /** The files of a message, which older messages have as one. */
  of(message: Json): SourceFile[] {
    const one = field(message, 'file');
    const many = itemsAt(message, 'files', Number.POSITIVE_INFINITY);
    return (many.length === 0 && one != null ? [one] : many).map((file) => this.#fileOf(file));
  }

  #fileOf(file: Json): SourceFile {
    const id = textAt(file, 'id') ?? '';
    const sizeBytes = this.zip.size(this.pathOf(id));
    const hidden = HIDDEN.get(textAt(file, 'mode') ?? '') ?? null;
    return {
      key: sizeBytes === null ? null : id,
      sizeBytes: sizeBytes ?? 0,
      filename: textAt(file, 'name') ?? textAt(file, 'title') ?? 'file',
      mimeType: textAt(file, 'mimetype'),
      label: hidden?.label ?? null,
      url: hidden === null ? (textAt(file, 'permalink') ?? textAt(file, 'url_private')) : null,
      missing: hidden?.code ?? 'fileMissing',
    };
  }
}
