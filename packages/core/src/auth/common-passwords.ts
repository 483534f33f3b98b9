import { dictionary } from '@zxcvbn-ts/language-common';

/** The passwords that are tried first. They are in lowercase. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
