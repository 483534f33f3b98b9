/** Runs work of the same name one at a time, in the order of the calls; work of different names runs at once. */
export function oneAtATime(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  /** By name, the end of the work that was called last. */
  const last = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = last.get(name);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    last.set(name, ended);
    try {
      await before;
      return await work();
    } finally {
      end();
      if (last.get(name) === ended) last.delete(name);
    }
  };
}
