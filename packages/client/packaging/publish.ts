import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the sources are: `PACKAGES_REPOSITORY`, or the repository in which GitHub runs the release. Throws an `Error` where
 * neither is set: a registry refuses a provenance of another repository than the one that the package names.
 */
export function repositoryOf({
  PACKAGES_REPOSITORY,
  GITHUB_SERVER_URL,
  GITHUB_REPOSITORY,
}: Environment): string {
  if (PACKAGES_REPOSITORY) return PACKAGES_REPOSITORY;
  if (GITHUB_REPOSITORY) return `git+${GITHUB_SERVER_URL ?? 'https://github.com'}/${GITHUB_REPOSITORY}.git`;
  throw new Error(
    'Set PACKAGES_REPOSITORY to the address of the repository, such as git+https://github.com/acme/palaver.git',
  );
}

/**
 * Publishes a tarball with its provenance, for which npm needs the identity of a build of GitHub or GitLab. `options` go to npm:
 * `--dry-run`, `--tag next`. Returns a sentence. Throws an `Error` with what npm says.
 */
export async function publish(tarball: string, options: readonly string[]): Promise<string> {
  const isTrial = options.includes('--dry-run');
  const args = ['publish', tarball, '--access', 'public', '--provenance', ...options];
  await run('npm', args).catch(({ stderr }: { stderr: string }) => {
    throw new Error(`${basename(tarball)} was not published:\n${stderr}`);
  });
  return `${basename(tarball)} ${isTrial ? 'would be published' : 'is published'}`;
}
