/** Runs `prepare` at once, and `act` on its result. The `act`s of one key are begun in the order of the calls. */
export type InOrder = <Prepared, Result>(
  key: string,
  prepare: () => Promise<Prepared>,
  act: (prepared: Prepared) => Promise<Result>,
) => Promise<Result>;

/** Keeps the order of work whose preparations take different times. A preparation that fails holds up nobody. */
export function inOrder(): InOrder {
  /** Resolves once the latest call of a key, and all before it, have begun to act or have failed. */
  const latest = new Map<string, Promise<void>>();

  return async (key, prepare, act) => {
    const before = latest.get(key);
    let begun = () => {};
    const mine = new Promise<void>((resolve) => {
      begun = resolve;
    });
    latest.set(key, mine);
    try {
      const prepared = await prepare();
      await before;
      return act(prepared);
    } finally {
      void Promise.resolve(before).then(() => {
        if (latest.get(key) === mine) latest.delete(key);
        begun();
      });
    }
  };
}
