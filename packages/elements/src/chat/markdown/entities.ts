import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** What the parser of texts asks of the package `entities`, by the table of the browser. */
export function decodeHTMLStrict(reference: string): string {
  return decodeNamedCharacterReference(reference.slice(1, -1)) || reference;
}
