import { withoutHidden } from '../kernel/schema/hidden-characters.js';

const MAX_CHARACTERS = 255;
/** A longer ending is not a file type, and a name cut down to it would mean nothing. */
const MAX_EXTENSION = 32;
const FALLBACK = 'file';

/**
 * Makes an uploader's file name safe to keep, to show and to save under: its last path part, without hidden
 * characters (with U+202E, "gpj.exe" is shown as "exe.jpg"), of 1 to 255 characters. Letters of any script stay as they
 * are.
 */
export function safeFilename(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = withoutHidden(base.toWellFormed()).trim();
  if (/^\.*$/.test(clean)) return FALLBACK;
  return shorten(clean);
}

/** Keeps the extension, which is the type of the file. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= MAX_EXTENSION ? characters.slice(dot) : [];
  return [...characters.slice(0, MAX_CHARACTERS - extension.length), ...extension].join('').trim();
}
