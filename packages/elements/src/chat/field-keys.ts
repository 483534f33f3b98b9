/** What a key asks of the field where a message is typed. */
type Asked = 'enter' | 'escape' | 'up';

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Enter is done, and with Shift a new line. The arrow up leaves only an empty field. */
export function askedBy({ key, shiftKey }: Pressed, text: string): Asked | null {
  if (key === 'Enter') return shiftKey ? null : 'enter';
  if (key === 'Escape') return 'escape';
  return key === 'ArrowUp' && text === '' ? 'up' : null;
}
