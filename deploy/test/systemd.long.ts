import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const UNIT = fileURLToPath(new URL('../systemd/palaver.service', import.meta.url));
const found = spawnSync('systemd-analyze', ['--version']).status === 0;
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

describe.skipIf(!found)('the systemd unit (skipped where systemd-analyze is not on the PATH)', () => {
  test('has no error', () => {
    const { status, stderr } = analyze('verify', UNIT);
    expect([status, stderr]).toEqual([0, '']);
  });

  test('leaves the service few rights: 1.4 of 10 when it was written', () => {
    const { stdout } = analyze('security', '--offline=true', '--threshold=20', UNIT);
    const [, exposure = ''] = /exposure level for palaver\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeGreaterThan(0);
    expect(Number(exposure)).toBeLessThan(2);
  });
});
