import { hash, randomInt } from 'node:crypto';

const CODES = 10;
/** Capital letters and digits without those that look alike: 16 of them are 78 bits, so that a plain hash is enough. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** New recovery codes, as they are shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The hash that is stored of a code. Case, spaces and hyphens do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.toUpperCase().replaceAll(/[\s-]/g, ''), 'buffer');
}
