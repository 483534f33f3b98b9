import type { ClipboardEvent } from 'react';
import { asLines, takenFrom } from '../pasted.js';
import { applyTo, editedIn } from './edit-field.js';
import { type Edited, replaced } from './edited.js';
import { pastedInto } from './pasted-text.js';

/** The kind that code editors which are built on VS Code put beside the text. */
const FROM_EDITOR = 'vscode-editor-data';

/** Takes from the clipboard what the field does not take by itself. Files without `onFiles` are left alone. */
export function takePasted(
  event: ClipboardEvent<HTMLTextAreaElement>,
  onFiles: ((files: FileList) => void) | undefined,
): void {
  const { clipboardData: data, currentTarget } = event;
  const taken = takenFrom(data);
  if (taken.kind === 'files') {
    if (!onFiles) return;
    event.preventDefault();
    onFiles(data.files);
    return;
  }
  const edited = editedIn(currentTarget);
  const next =
    taken.kind === 'table'
      ? withBlock(edited, taken.markdown)
      : pastedInto(edited, data.getData('text/plain'), data.types.includes(FROM_EDITOR));
  if (next === null) return;
  event.preventDefault();
  applyTo(currentTarget, next);
}

function withBlock(edited: Edited, block: string): Edited {
  const { text, start, end } = edited;
  return replaced(edited, asLines(block, text.slice(0, start), text.slice(end)));
}
