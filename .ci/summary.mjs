// Prints "N passed, N failed" from vitest's JSON reports, and fails if anything did. Arguments: the reports, and `--failed=STEP`
// for each step of .ci/run that ended with an error. What failed is named with the first lines of its error.
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';

/** The steps that leave a report; the report has the name of its step, but for `npm test`. */
const STEP_OF = { short: 'test' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { failed: { type: 'string', multiple: true, default: [] } },
});
const reports = positionals.map((path) => ({
  step: STEP_OF[basename(path)] ?? basename(path),
  ...read(path),
}));
const counted = reports.map((report) => ({ ...report, failures: failuresOf(report) }));
// A step with failed tests is counted by them; any other failed step counts once.
const otherSteps = values.failed.filter(
  (step) => !counted.some((report) => report.step === step && report.failures.length > 0),
);

for (const { step, numPendingTests, failures } of counted) {
  if (numPendingTests) print(`ci: ${step}: ${numPendingTests} skipped`);
  for (const line of failures) print(`ci: ${step}: ${line}`);
}
for (const step of values.failed) print(`ci: the step "${step}" failed`);
const passed = counted.reduce((total, { numPassedTests }) => total + numPassedTests, 0);
const failed = counted.reduce((total, { failures }) => total + failures.length, otherSteps.length);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numPendingTests: 0, testResults: [] };
  }
}

/** A line for each failed test, and for each file that failed before it had any. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [`${file} failed: ${begin(message)}`] : [];
    return tests.map((test) => `${file}: ${test.fullName} failed: ${begin(test.failureMessages.join('\n'))}`);
  });
}

function begin(text) {
  return text.slice(0, 1_000);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
