const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Whether what follows a text would be within a block of code (CommonMark 0.31, 4.5). */
export function isFenceOpen(text: string): boolean {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence === '') continue;
    if (open === null) {
      // A backtick after the fence makes it code within a line.
      if (!(fence.startsWith('`') && info.includes('`'))) open = fence;
    } else if (fence.startsWith(open) && info.trim() === '') open = null;
  }
  return open !== null;
}

/** A fence that nothing in a text closes. */
export function fenceFor(text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}
