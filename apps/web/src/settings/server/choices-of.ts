/** Numbers to choose from, with the one that is set, which may be another. Zero is a choice of its own elsewhere. */
export function choicesOf(usual: readonly number[], current: number | null, label: (n: number) => string) {
  const numbers = new Set([...usual, current ?? 0].filter((n) => n > 0));
  return [...numbers].sort((a, b) => a - b).map((n) => ({ value: String(n), label: label(n) }));
}
