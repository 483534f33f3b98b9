const DEPTH_MAX = 4;

/** The files of an export, without the folder that whoever packed it again has put around all. It knows which nobody has asked for. */
export class ExportFiles<Value> {
  readonly #read = new Set<string>();

  private constructor(
    private readonly files: ReadonlyMap<string, Value>,
    /** The paths of files that are not in the folder. */
    private readonly beside: readonly string[],
  ) {}

  /** `isTop` knows a path by which the folder is found; null where no path is so. */
  static within<Value>(
    all: ReadonlyMap<string, Value>,
    isTop: (path: string) => boolean,
  ): ExportFiles<Value> | null {
    const top = topOf(all.keys(), isTop);
    if (top === null) return null;
    if (top === '') return new ExportFiles(all, []);
    const files = new Map<string, Value>();
    const beside: string[] = [];
    for (const [path, value] of all)
      if (path.startsWith(top)) files.set(path.slice(top.length), value);
      else beside.push(path);
    return new ExportFiles(files, beside);
  }

  get paths(): readonly string[] {
    return [...this.files.keys()];
  }

  find(path: string): Value | null {
    const found = this.files.get(path) ?? null;
    if (found !== null) this.#read.add(path);
    return found;
  }

  /** Paths of files that nobody has asked for. */
  unread(): string[] {
    return [...this.beside, ...this.paths.filter((path) => !this.#read.has(path))];
  }
}

/** The folder around all, of the path with the fewest folders above it. */
function topOf(names: Iterable<string>, isTop: (path: string) => boolean): string | null {
  let found: string | null = null;
  for (const name of names) {
    const parts = name.split('/');
    for (let depth = 0; depth < Math.min(parts.length, DEPTH_MAX); depth++) {
      const top = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      if (isTop(name.slice(top.length)) && (found === null || top.length < found.length)) found = top;
    }
  }
  return found;
}
