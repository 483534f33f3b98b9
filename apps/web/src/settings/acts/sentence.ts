/** A piece of a sentence: a name, or the words between names. */
export interface Part {
  readonly text: string;
  readonly isName: boolean;
}

/** Who acted, on what, and who was put in or taken out. */
export interface ActNames {
  readonly who: string;
  readonly what: string;
  readonly whom: string;
}

/**
 * The parts of a sentence of the catalogue with `{who}`, `{what}` and `{whom}`. An act of a newer service has no sentence: its
 * code stands between the names.
 */
export function partsOf(sentence: string, names: ActNames): Part[] {
  const told = sentence.includes('{who}') ? sentence : `{who}: ${sentence} {what}`;
  return told
    .split(/(\{who\}|\{what\}|\{whom\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (text === '{who}') return { text: names.who, isName: true };
      if (text === '{what}') return { text: names.what, isName: true };
      if (text === '{whom}') return { text: names.whom, isName: true };
      return { text, isName: false };
    });
}
