import { rm, writeFile } from 'node:fs/promises';
import { type FileStore, isDiskFull } from '@palaver/core';

/** A check that has not ended by then has failed. */
const WITHIN_MS = 2_000;
/** For so long a result is given again, unless a connection ends: probes cost the same however many there are. */
const FRESH_MS = 1_000;

/** What the service needs, and what is said where a check fails. */
export const FAILURES = {
  database: 'The database does not answer.',
  disk: 'The folder of the files cannot be written.',
} as const;

/** Which checks have passed. */
export interface Readiness extends Readonly<Record<keyof typeof FAILURES, boolean>> {
  /** Null where the check of the disk has failed. */
  readonly diskFreeBytes: number | null;
}

export interface ReadinessOptions {
  /** Asks the database for anything. */
  readonly askDatabase: () => Promise<unknown>;
  /** Changes whenever a connection to the database ends, as all do when it is killed. */
  readonly closedConnections: () => number;
  readonly files: Pick<FileStore, 'temporaryPath' | 'freeBytes'>;
  /** Replaced in tests of a full disk. */
  readonly write?: typeof writeFile;
  readonly withinMs?: number;
  readonly freshMs?: number;
}

/**
 * Makes the function that checks whether the service can do its work: the database answers, and a file can be written where
 * the disk has room. It never rejects and takes two seconds at most. A check that hangs is not begun a second time.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { askDatabase, closedConnections, files, write = writeFile } = options;
  const { withinMs = WITHIN_MS, freshMs = FRESH_MS } = options;
  const database = inTime(askDatabase, withinMs);
  const disk = inTime(async () => {
    await writeProbe(files.temporaryPath(), write);
    return files.freeBytes();
  }, withinMs);
  let latest: Promise<Readiness> | null = null;
  let freshUntil = 0;
  let closed = 0;
  return () => {
    const isSame = closed === closedConnections();
    if (latest !== null && isSame && performance.now() < freshUntil) return latest;
    freshUntil = performance.now() + freshMs;
    closed = closedConnections();
    latest = Promise.all([database(), disk()]).then(([asked, written]) => ({
      database: asked !== null,
      disk: written !== null,
      diskFreeBytes: written?.value ?? null,
    }));
    return latest;
  };
}

/** Runs a check; null when it fails or takes too long. One that is still running is waited for, not begun again. */
function inTime<Value>(
  check: () => Promise<Value>,
  withinMs: number,
): () => Promise<{ readonly value: Value } | null> {
  let running: Promise<{ readonly value: Value } | null> | null = null;
  return () => {
    running ??= check()
      .then(
        (value) => ({ value }),
        () => null,
      )
      .finally(() => {
        running = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), withinMs);
    });
    return Promise.race([running, late]).finally(() => clearTimeout(timer));
  };
}

/**
 * It is not flushed: on a slow disk that would cost more than a post does. A full disk passes: all but uploads goes on, which get a
 * 507, and a balancer that took every node away would end the rest as well.
 */
async function writeProbe(path: string, write: typeof writeFile): Promise<void> {
  try {
    await write(path, 'ready', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  } finally {
    await rm(path, { force: true });
  }
}
