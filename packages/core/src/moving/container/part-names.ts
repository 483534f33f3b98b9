/** The folder of the lines, in parts of some megabytes; their names are in the order of the parts. */
export const LINES_FOLDER = 'lines/';
/** The folder of the files. */
export const FILES_FOLDER = 'files/';

const PART = /^[0-9]{8}\.ndjson$/;

/** The name of a part; the first is 1. */
export function partName(part: number): string {
  return `${String(part).padStart(8, '0')}.ndjson`;
}

/** Whether a name is one that `partName` makes. */
export function isPartName(name: string): boolean {
  return PART.test(name);
}
