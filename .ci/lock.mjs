// A lock between processes: two starts at once must not install at the same time.
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const ABANDONED_AFTER_MS = 30 * 60_000;

/** Runs `work` while holding the lock file `path`; waits while another process holds it. */
export async function withLock(path, work) {
  while (!claim(path)) {
    if (isAbandoned(path)) discard(path);
    else await pause(100);
  }
  const release = () => rmSync(path, { force: true });
  // `work` may end the process.
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

/** Its owner was killed; or its pid now belongs to another process, in which case its age decides. */
function isAbandoned(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const pid = Number(readFileSync(path, 'utf8'));
    // The file is empty between its creation and its first write.
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

/** Of several processes that find the lock abandoned, one succeeds in renaming it. */
function discard(path) {
  const discarded = `${path}.${process.pid}`;
  try {
    renameSync(path, discarded);
    rmSync(discarded, { force: true });
  } catch {
    // Another process was faster.
  }
}
