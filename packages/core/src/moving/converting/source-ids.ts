import { hash } from 'node:crypto';
import { FILE_NAME, SourceId } from '../archive/names.js';

/** An id as an archive can have it. */
export function sourceId(given: string): string {
  return SourceId.safeParse(given).success ? given : digestOf(given);
}

/** The name of a file in an archive. */
export function fileName(key: string): string {
  return FILE_NAME.test(key) ? key : digestOf(key);
}

const digestOf = (given: string): string => hash('sha256', given, 'hex');
