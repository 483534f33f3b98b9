import { type Edited, lineStart, replaced } from './edited.js';
import { fenceFor, isFenceOpen } from './fences.js';
import { linked } from './formats.js';

/** Characters that are looked at: what is longer is put in as it is. */
const LOOKED_AT = 100_000;

/**
 * What a pasted text makes of the field where it means more than itself: an address on a selection links it, and code becomes a
 * block. Null where it is put in as it is.
 */
export function pastedInto(edited: Edited, pasted: string, isFromEditor: boolean): Edited | null {
  const { text, start, end } = edited;
  if (pasted.length > LOOKED_AT || isFenceOpen(text.slice(0, start))) return null;
  const selected = text.slice(start, end);
  const address = pasted.trim();
  if (selected.trim() !== '' && isAddress(address) && !selected.includes('\n') && !isAddress(selected.trim()))
    return linked(edited, address);
  const code = pasted.replaceAll('\r\n', '\n').replace(/^\n+|\s+$/g, '');
  if (!isCode(code, isFromEditor)) return null;
  const fence = fenceFor(code);
  const before = start === lineStart(text, start) ? '' : '\n';
  return replaced(edited, `${before}${fence}\n${code}\n${fence}\n`);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>()]+$/i.test(text);
}

/** What a line of code has and a line of prose has not. */
const CODE =
  /[{};]$|^\s*[})\]]|=>|^\s*(?:import|export|const|let|var|def|class|function|return|public|private|#include|SELECT|FROM|WHERE)\b.*[({:;='"]/;
const INDENTED = /^(?:\t| {2,})\S/;
/** Markdown is written in the field as it is. */
const MARKDOWN = /^\s*(?:[-*+]|\d{1,9}[.)]|>|#{1,6}|\|) /;

/** Whether a text of several lines is code: more than half of its lines look so. One that a code editor has copied is. */
function isCode(text: string, isFromEditor: boolean): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || /^ {0,3}(?:```|~~~)/m.test(text)) return false;
  if (isFromEditor) return true;
  const like = lines.filter((line) => !MARKDOWN.test(line) && (CODE.test(line) || INDENTED.test(line)));
  return like.length >= 2 && like.length * 2 > lines.length;
}
