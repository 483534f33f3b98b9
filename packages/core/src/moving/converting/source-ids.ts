import { hash } from 'node:crypto';
import { FILE_NAME, SourceId } from '../archive/names.js';
import type { SourceFile } from './records.js';

/** An id as an archive can have it. */
export function sourceId(given: string): string {
  return SourceId.safeParse(given).success ? given : digestOf(given);
}

/** The name of a file in an archive. */
export function fileName(key: string): string {
  return FILE_NAME.test(key) ? key : digestOf(key);
}

/** An image as a line of an archive names it; null for one that the export does not have. */
export function imageOf(
  file: SourceFile | null,
): { readonly name: string; readonly sizeBytes: number } | null {
  return file?.key == null ? null : { name: fileName(file.key), sizeBytes: file.sizeBytes };
}

const digestOf = (given: string): string => hash('sha256', given, 'hex');
