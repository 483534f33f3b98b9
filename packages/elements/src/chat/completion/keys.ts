import type { Choice } from './choices.js';
import type { OpenWord } from './open-word.js';

/** What a key does to the list: goes to the choice in a place, takes the current one, or closes the list. */
type Answer = number | 'choose' | 'close';

interface Offered {
  readonly word: OpenWord;
  readonly choices: readonly Choice[];
  readonly active: number;
}

/** What a key of the field does to the list that completes its word; null where it is not for the list. */
export function answerTo(key: string, { word, choices, active }: Offered): Answer | null {
  const current = choices[active];
  if (current === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % choices.length;
    case 'ArrowUp':
      return (active - 1 + choices.length) % choices.length;
    case 'Enter':
      // Whoever has typed all of it sends, whether or not the list has come in time to offer it.
      return current.text === word.sign + word.query ? null : 'choose';
    case 'Tab':
      return 'choose';
    case 'Escape':
      return 'close';
    case ':':
      return isWhole(word, current) ? 'choose' : null;
    default:
      return null;
  }
}

/** `:tada:` is done with its second colon. */
function isWhole({ sign, query }: OpenWord, { label }: Choice): boolean {
  return sign === ':' && label === `:${query.toLowerCase()}:`;
}
