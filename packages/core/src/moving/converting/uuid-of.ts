import { hash } from 'node:crypto';

/** A UUID that is the same for the same text, of version 8 (RFC 9562). */
export function uuidOf(given: string): string {
  const hex = hash('sha256', given, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
