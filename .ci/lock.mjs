// One at a time, across processes: two starts at once must not install into each other.
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const ABANDONED_AFTER_MS = 30 * 60_000;

/** Runs `work` while holding the lock file `path`, waiting for another process that holds it. */
export async function withLock(path, work) {
  while (!claim(path)) {
    if (isAbandoned(path)) discard(path);
    else await pause(100);
  }
  const release = () => rmSync(path, { force: true });
  // Also when `work` ends the process.
  process.once('exit', release);
  await work();
  process.off('exit', release);
  release();
}

function claim(path) {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Its holder was killed; or its number belongs to another process, which would not take so long. */
function isAbandoned(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const pid = Number(readFileSync(path, 'utf8'));
    // Between being made and being written it is empty.
    return age > ABANDONED_AFTER_MS || (pid > 0 ? !isAlive(pid) : age > 5_000);
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Of several who find it abandoned, one succeeds in renaming it. */
function discard(path) {
  const grave = `${path}.${process.pid}`;
  try {
    renameSync(path, grave);
    rmSync(grave, { force: true });
  } catch {
    // Another was faster.
  }
}
