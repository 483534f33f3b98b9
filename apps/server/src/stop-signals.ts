/**
 * npm passes on the SIGINT that the terminal sends to all its processes, so Ctrl-C comes twice, a millisecond apart. A
 * repeat within this time is the same signal.
 */
const SAME_SIGNAL_MS = 1_000;

/** What a signal does; both may end the process. */
export interface StopHandlers {
  /** Called once, with the first signal. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** Called for a further SIGINT or SIGTERM that comes later than a second after the first signal. */
  readonly force: (signal: NodeJS.Signals) => void;
}

/**
 * Handles SIGINT, SIGTERM and SIGHUP (the terminal or its ssh connection was closed) until the process ends: without a
 * handler the next signal would end it at once and leave its Postgres running.
 */
export function handleStopSignals({ stop, force }: StopHandlers): void {
  let firstAt: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stop(signal);
    } else if (signal !== 'SIGHUP' && performance.now() - firstAt > SAME_SIGNAL_MS) force(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
