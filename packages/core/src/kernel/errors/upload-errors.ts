import { AppError } from './app-error.js';

const MB = 1024 * 1024;

/** The error of a file, or of a whole upload, of more than `limit` bytes. */
export function fileTooLarge(limit: number): AppError {
  return new AppError('FILE_TOO_LARGE', { message: `At most ${megabytes(limit)} can be uploaded here.` });
}

/** A number of bytes for people, such as "25 MB (26,214,400 bytes)". */
export function megabytes(bytes: number): string {
  const rounded = (bytes / MB).toLocaleString('en', { maximumFractionDigits: 2 });
  return `${rounded} MB (${bytes.toLocaleString('en')} bytes)`;
}

/** The error of an upload of more than `limit` files. */
export function tooManyFiles(limit: number): AppError {
  const message = limit === 1 ? 'Send one file only.' : `At most ${limit} files can be uploaded at once.`;
  return new AppError('TOO_MANY_FILES', { message });
}
