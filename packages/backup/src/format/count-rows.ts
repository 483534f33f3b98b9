const LINE_FEED = 0x0a;

/** Each row in the text format ends with a line feed, and within a row it is escaped (Postgres manual, COPY). */
export function countRows(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
