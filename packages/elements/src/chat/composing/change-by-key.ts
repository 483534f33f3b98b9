import type { KeyboardEvent } from 'react';
import { continued } from './continued.js';
import { applyTo, editedIn } from './edit-field.js';
import { formatOf, formatted } from './formats.js';

/** Changes the text of a field by a key that formats it, or by an Enter that goes on. Returns whether the key was for that. */
export function changeByKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { currentTarget, key, shiftKey, ctrlKey, metaKey } = event;
  const edited = editedIn(currentTarget);
  const format = formatOf(event, edited);
  const goesOn = key === 'Enter' && !shiftKey && !ctrlKey && !metaKey;
  const next = format === null ? goesOn && continued(edited) : formatted(edited, format);
  if (!next) return false;
  event.preventDefault();
  // Where nothing is selected, Ctrl-K is for the app.
  event.stopPropagation();
  applyTo(currentTarget, next);
  return true;
}
