// Prints "N passed, N failed" from vitest's JSON report, and fails if anything did. Arguments: the report, then the
// names of the steps of .ci/run that ended with an error.
import { readFileSync } from 'node:fs';

const [reportPath, ...failedSteps] = process.argv.slice(2);
const report = readReport(reportPath);
const passed = report?.numPassedTests ?? 0;
const failed = report ? countFailures(report) : 1;
// The failed tests of the step `test` are counted already; any other failed step counts once.
const otherSteps = failedSteps.filter((step) => step !== 'test' || failed === 0);

if (!report) print('ci: vitest left no report');
if (report?.numPendingTests) print(`ci: ${report.numPendingTests} skipped`);
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

function print(line) {
  process.stdout.write(`${line}\n`);
}
