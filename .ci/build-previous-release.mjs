// Puts the release before this one, which `.ci/previous-release` names by its commit, into `.cache/releases/COMMIT`,
// built, for the test that runs both beside each other (docs/upgrades.md). A clone without its history has no such
// commit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = dirname(dirname(fileURLToPath(import.meta.url)));
const commit = readFileSync(join(top, '.ci/previous-release'), 'utf8').trim();
const folder = join(top, '.cache/releases', commit);
const unfinished = `${folder}.unfinished`;

if (!existsSync(folder)) {
  if (run('git', ['cat-file', '-e', `${commit}^{commit}`]) !== 0) {
    fail('this clone has no history that reaches the release before; it is not tested beside this one');
  }
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'release.tar');
  if (
    run('git', ['archive', '--output', archive, commit]) !== 0 ||
    run('tar', ['-xf', archive, '-C', unfinished]) !== 0 ||
    run(process.execPath, [join(unfinished, '.ci/bootstrap.mjs')]) !== 0
  ) {
    fail('the release before could not be built; it is not tested beside this one');
  }
  // A folder with this name is complete.
  renameSync(unfinished, folder);
}

function run(command, args) {
  return spawnSync(command, args, { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] }).status;
}

function fail(reason) {
  process.stdout.write(`ci: ${reason}\n`);
  process.exit(1);
}
