/** How often a time is measured: what the collector or the compiler adds to one measure, it does not add to all. */
const TRIES = 5;
/** Milliseconds that a long text may take whatever a short one takes: the collector works in them. */
const AT_MOST = 100;

/** The time of the processor, in milliseconds, that a call takes: what else the machine does does not count. */
export function cpuOf(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Throws where `eight`, which is eight times as large as `one`, takes over 30 times as long, as work in proportion to the square
 * of the input would.
 */
export function expectInProportion<T>(name: string, work: (input: T) => unknown, one: T, eight: T): void {
  let seen = '';
  for (let tries = 0; tries < TRIES; tries++) {
    const [short, long] = [cpuOf(() => work(one)), cpuOf(() => work(eight))];
    if (long < AT_MOST + 30 * short) return;
    seen += ` ${short} ms and ${long} ms;`;
  }
  throw new Error(`${name} takes too long for 8 times as much:${seen}`);
}
