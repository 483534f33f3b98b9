import { setFlagsFromString } from 'node:v8';

/** By how much the heap grows until it is cleaned, in percent of what lives in it. V8 reads it each time that it has cleaned. */
const PERCENT = 40;

/**
 * Keeps the heap small while an import runs: what its chunks leave behind would otherwise fill three times what lives, 200 megabytes of a
 * million messages. It takes no more CPU time (docs/importing.md). Afterwards V8 decides again.
 */
export function keepHeapSmall(isOn: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isOn ? PERCENT : 0}`);
}
