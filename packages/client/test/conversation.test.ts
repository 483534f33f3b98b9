import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { startTestService } from '../../../apps/server/src/testing/test-service.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test('the example of the README runs and exits', async () => {
  const service = await startTestService();
  const program = pathOf('../dist/conversation.mjs');
  await build({
    entryPoints: [pathOf('../examples/conversation.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['palaver-source'],
    external: ['ws'],
  });
  const { stdout, stderr } = await promisify(execFile)('node', [program], {
    env: { ...process.env, PALAVER_URL: service.url },
  });
  await service.close();
  expect({ stdout, stderr }).toEqual({
    stdout: 'Bob received from Alice: Hello, Bob!\n#general has 1 message.\n',
    stderr: '',
  });
});
