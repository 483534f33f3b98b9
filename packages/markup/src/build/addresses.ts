import { findAutolinks } from '../parser/autolinks.js';
import { entity } from './escape.js';

/** A part of a written paragraph. */
export interface Part {
  readonly kind: 'text' | 'label' | 'address' | 'other';
  written: string;
  /** The address in brackets. */
  otherwise?: string;
}

/** What was written is looked at so often: a change may bring another address. */
const ROUNDS = 4;

/**
 * The parts as one text, in which exactly the given addresses are read as such: backslashes and marks beside a text can make
 * an address of it, or a longer one.
 */
export function withRightAddresses(parts: readonly Part[]): string {
  for (let round = 0; round < ROUNDS; round++) if (!changeAddresses(parts)) break;
  return parts.map(({ written }) => written).join('');
}

function changeAddresses(parts: readonly Part[]): boolean {
  const found = findAutolinks(parts.map(({ written }) => written).join(''));
  let isChanged = false;
  let [at, next] = [0, 0];
  for (const part of parts) {
    const end = at + part.written.length;
    const starts: number[] = [];
    let isRight = false;
    for (let one = found[next]; one !== undefined && one.start < end; one = found[++next]) {
      // In a label an address is a text, as long as it takes no mark with it.
      const isHarmless =
        part.kind === 'label' &&
        one.end <= end &&
        !part.written.slice(one.start - at, one.end - at).includes('\\');
      if (!isHarmless) starts.push(one.start - at);
      isRight ||= one.start === at && one.end === end;
    }
    if (
      part.kind === 'address' &&
      part.otherwise !== undefined &&
      part.written !== part.otherwise &&
      !isRight
    ) {
      part.written = part.otherwise;
      isChanged = true;
    } else if ((part.kind === 'text' || part.kind === 'label') && starts.length > 0) {
      part.written = broken(part.written, starts);
      isChanged = true;
    }
    at = end;
  }
  return isChanged;
}

/** A text in which no address begins at these places. */
function broken(written: string, starts: readonly number[]): string {
  const parts = starts.map((start, index) => {
    const text = written.slice(start, starts[index + 1]);
    const inside = text.replace(/^(www|https?)(?=[.:])/i, '$1\\');
    return inside === text
      ? entity(text) + text.slice(String.fromCodePoint(text.codePointAt(0) ?? 0).length)
      : inside;
  });
  return written.slice(0, starts[0]) + parts.join('');
}
