// Runs the tests beside a load, several times: `node .ci/beside-load.mjs [--load 8] [--times 3] [--shuffle] [-- command…]`.
// What passes on a quiet machine alone depends on speed. The load is processes that do nothing but run.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals: command } = parseArgs({
  options: {
    load: { type: 'string', default: '8' },
    times: { type: 'string', default: '3' },
    /** Files and tests in a random order, whose seed vitest prints. */
    shuffle: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** A busy process ends with this one, however this one ends, and after this time at the latest. */
const LOAD_MS = 4 * 3_600_000;
const BUSY = `const end = Date.now() + ${LOAD_MS}; while (process.ppid === ${process.pid} && Date.now() < end);`;
const busy = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', BUSY]));
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const folder = mkdtempSync(join(tmpdir(), 'beside-load-'));
const report = join(folder, 'report.json');
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const ORDER = values.shuffle ? ['--sequence.shuffle.files', '--sequence.shuffle.tests'] : [];
const [program, ...args] = command.length > 0 ? command : [process.execPath, ...VITEST, ...ORDER];

// What `npm test` runs, unless TEST_TIER says otherwise.
const env = { TEST_TIER: 'short', ...process.env, TEST_REPORT: report };

const outcomes = [];
for (let run = 1; run <= Number(values.times); run++) {
  rmSync(report, { force: true });
  const began = performance.now();
  const code = await endOf(spawn(program, args, { stdio: 'inherit', env }));
  outcomes.push({ code, failed: failedTests(), seconds: Math.round((performance.now() - began) / 1_000) });
}
rmSync(folder, { recursive: true });
for (const [index, { code, failed, seconds }] of outcomes.entries()) {
  const outcome = code === 0 ? 'passed' : `failed with ${code}`;
  print(
    `beside a load of ${values.load}, run ${index + 1} of ${values.times}: ${outcome} after ${seconds} s`,
  );
  for (const name of failed) print(`  ${name}`);
}
process.exit(outcomes.every(({ code }) => code === 0) ? 0 : 1);

function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

/** The names of what failed, where the command has left vitest's report. */
function failedTests() {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${name}: ${fullName}`);
      });
  } catch {
    return [];
  }
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
