import { basename } from 'node:path/posix';
import type { SourceFile } from '../converting/records.js';

/** Files of the export, by the paths that its lines give. */
export interface Uploads {
  find(path: string): { readonly key: string; readonly sizeBytes: number } | null;
}

/** A file that a line names by its path. */
export function fileAt(path: string | null, uploads: Uploads): SourceFile {
  const found = path === null ? null : uploads.find(path);
  return {
    key: found?.key ?? null,
    sizeBytes: found?.sizeBytes ?? 0,
    filename: basename(path ?? '') || 'file',
    mimeType: null,
    label: null,
    url: null,
    missing: 'fileMissing',
  };
}
