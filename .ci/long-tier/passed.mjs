// `.ci/long-passed`: for each file of the long tier the commit at which it last passed, and the seconds that it took.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const PATH = '.ci/long-passed';

/** @returns {Record<string, { commit: string, seconds: number }>} */
export function readPassed() {
  try {
    return JSON.parse(readFileSync(PATH, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Records the files that passed in vitest's JSON report and drops those that do not exist any more. */
export function recordPassed(report, commit, existing) {
  const passed = readPassed();
  for (const { name, status, startTime, endTime } of report.testResults) {
    const path = relative(process.cwd(), name);
    if (status === 'passed') passed[path] = { commit, seconds: Math.ceil((endTime - startTime) / 1_000) };
  }
  const kept = existing.filter((path) => path in passed).map((path) => [path, passed[path]]);
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
