import { type Block, plainText } from '@palaver/markup';
import { fold } from '../kernel/text/fold.js';

/** Stands between the forms of a content. No folded text has one, so nothing is found across it. */
export const BETWEEN_FORMS = '\n';

/**
 * The forms in which a content is compared: what it shows, in which `**dep**loy` is one word, and where that differs what
 * was typed, which has the targets of links.
 */
export function foldedForms(content: string, blocks: readonly Block[]): string[] {
  const shown = plainText(blocks).text;
  const typed = fold(content);
  const forms = shown === content ? [typed] : [fold(shown), typed];
  return [...new Set(forms.map((form) => form.trim()))];
}
