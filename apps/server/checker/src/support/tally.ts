/** Counts by heading and name. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(heading: string, name: string, count = 1): void {
    const names = this.#counts.get(heading) ?? new Map<string, number>();
    names.set(name, (names.get(name) ?? 0) + count);
    this.#counts.set(heading, names);
  }

  /** The counts of one heading, by name. */
  of(heading: string): ReadonlyMap<string, number> {
    return this.#counts.get(heading) ?? new Map();
  }

  total(heading: string): number {
    return [...this.of(heading).values()].reduce((sum, count) => sum + count, 0);
  }

  /** A table to print. Headings and names are in the order in which they were first added. */
  toString(): string {
    return [...this.#counts]
      .map(([heading, names]) => {
        const rows = [...names].map(([name, count]) => `  ${name.padEnd(44)}${String(count).padStart(9)}`);
        return [`${heading}  (${this.total(heading)})`, ...rows].join('\n');
      })
      .join('\n');
  }
}
