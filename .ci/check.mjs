// `npm run check`: each step is a script of package.json and one line. Of a step that fails its output follows. All steps run,
// so that one run tells everything.
import { spawnSync } from 'node:child_process';
import { root } from './sources.mjs';

const STEPS = {
  lint: 'lint',
  format: 'format:check',
  types: 'typecheck',
  imports: 'check:imports',
  migrations: 'check:migrations',
};

const failed = Object.keys(STEPS).filter((name) => !passes(name));
process.stdout.write(failed.length > 0 ? `failed: ${failed.join(', ')}\n` : 'passed\n');
process.exitCode = failed.length > 0 ? 1 : 0;

function passes(name) {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', STEPS[name]], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  process.stdout.write(`${name.padEnd(12)}${status === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
  if (status !== 0) process.stdout.write(`\n${stdout}${stderr}\n`);
  return status === 0;
}
