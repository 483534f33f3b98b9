/** A count as a badge has it. */
export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
