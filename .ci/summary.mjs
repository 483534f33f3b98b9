// Prints "N passed, N failed" from vitest's JSON report, and fails if anything did. Arguments: the report, that of the tests
// on Node 24, then the names of the steps of .ci/run that ended with an error. What failed is named with the first lines of
// its error.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [reportPath, path24, ...failedSteps] = process.argv.slice(2);
const report = readReport(reportPath);
const report24 = readReport(path24);
const passed = report?.numPassedTests ?? 0;
const failed = report ? countFailures(report) : 1;
// The failed tests of the step `test` are counted already; any other failed step counts once.
const otherSteps = failedSteps.filter((step) => step !== 'test' || failed === 0);

if (!report) print('ci: vitest left no report');
if (report?.numPendingTests) print(`ci: ${report.numPendingTests} skipped`);
for (const line of report ? failures(report) : []) print(`ci: ${line}`);
for (const line of report24 ? failures(report24) : []) print(`ci: on Node 24: ${line}`);
for (const step of failedSteps) print(`ci: the step "${step}" failed`);
print(`${passed} passed, ${failed + otherSteps.length} failed`);
process.exitCode = failed + otherSteps.length > 0 ? 1 : 0;

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Failed tests, and files that failed before they had any. */
function countFailures({ numFailedTests, testResults }) {
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return numFailedTests + brokenFiles.length;
}

function failures({ testResults }) {
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
