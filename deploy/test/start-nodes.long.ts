import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const installed = spawnSync('haproxy', ['-v']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'palaver-nodes-'));

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(TOP, '.ci/bundle-service.mjs')]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!installed)(
  'the script prints one address, and Ctrl-C leaves no process (skipped where haproxy is not on the PATH)',
  async () => {
    const { PATH, HOME } = process.env;
    const script = spawn(process.execPath, ['deploy/nodes/start.mjs', folder], {
      cwd: TOP,
      env: { PATH, HOME, PORT: '0', DRAIN_SECONDS: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: script.stdout })) {
      if (!line.startsWith('http://')) continue;
      expect((await fetch(`${line}/ready`)).status).toBe(200);
      expect(programsIn(folder)).toBeGreaterThan(3);
      for (const node of ['node-1', 'node-2'])
        expect(readFileSync(join(folder, `${node}.log`), 'utf8')).not.toContain('cannot be reached');
      script.kill('SIGINT');
      break;
    }
    expect(await once(script, 'exit')).toEqual([0, null]);
    expect(programsIn(folder)).toBe(0);
  },
);

/** How many processes have their working folder there. */
function programsIn(folder: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      // It has just ended.
      return false;
    }
  }).length;
}
