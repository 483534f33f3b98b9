// The long tier: `npm run test:long` runs all of it, or the files that are named, and records in .ci/long-passed what passed.
// `--minutes N` instead chooses what a run of CI takes: what the commits since touch most directly, and what has waited longest.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKERS } from '../workers.mjs';
import { choose, importsOf, touches } from './choose.mjs';
import { readPassed, recordPassed } from './passed.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, 'no-record': { type: 'boolean' } },
});
const head = git('rev-parse', 'HEAD').trim();
const all = git('ls-files', '*.long.ts', '*.long.tsx').trim().split('\n');
const files = values.minutes ? chosen(Number(values.minutes)) : positionals;
// Without a name vitest would take all of them.
if (values.minutes && files.length === 0) process.exit(0);
const report = process.env.TEST_REPORT ?? join(tmpdir(), `palaver-long-${process.pid}.json`);

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_TIER: 'long', TEST_REPORT: report },
});
if (!values['no-record'] && existsSync(report)) {
  recordPassed(JSON.parse(readFileSync(report, 'utf8')), head, all);
}
process.exitCode = status ?? 1;

/** Of the files that have passed once, since only their time is known. */
function chosen(minutes) {
  const passed = readPassed();
  const unknown = all.filter((path) => !(path in passed));
  const described = all.flatMap((path) => {
    if (!(path in passed)) return [];
    const { commit, seconds } = passed[path];
    const imports = importsOf(path, readFileSync(path, 'utf8'));
    const since = changesSince(commit);
    return { path, seconds, commits: since.commits, touched: touches({ path, imports }, since.changed) };
  });
  const taken = choose(described, { budgetSeconds: minutes * 60 * WORKERS, head });
  for (const { path, seconds, commits, touched } of taken) {
    process.stdout.write(`long: ${path}: ${seconds} s, ${commits} commits ago, touched ${touched}\n`);
  }
  process.stdout.write(`long: ${taken.length} of ${all.length} files\n`);
  for (const path of unknown)
    process.stdout.write(`long: ${path} has never passed: npm run test:long -- ${path}\n`);
  return taken.map(({ path }) => path);
}

/** How many commits there have been since, and the paths that they changed. A clone may not have the commit. */
function changesSince(commit) {
  if (!succeeds('cat-file', '-e', `${commit}^{commit}`)) return { commits: Infinity, changed: [] };
  const commits = Number(git('rev-list', '--count', `${commit}..HEAD`));
  return { commits, changed: git('diff', '--name-only', commit, 'HEAD').trim().split('\n') };
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function succeeds(...args) {
  return spawnSync('git', args, { stdio: 'ignore' }).status === 0;
}
