import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PUBLISHED } from '../../packaging/published.js';

const run = promisify(execFile);

export const TOP = fileURLToPath(new URL('../../../..', import.meta.url));

export const { version: VERSION } = JSON.parse(await readFile(join(TOP, 'package.json'), 'utf8'));

/** Of these packages a project has the versions that the workspace has. */
const OF_WORKSPACE = {
  'packages/client': ['@trpc/client'],
  'packages/elements': ['react', 'react-dom', '@types/react', '@types/react-dom', 'vite'],
  'apps/web': ['@vitejs/plugin-react'],
};

/** A project outside of the checkout, into which npm has installed the tarballs of a release. */
export class FreshProject {
  readonly folder: string;
  /** What the trial of the release said. */
  readonly released: string;

  private constructor(folder: string, released: string) {
    this.folder = folder;
    this.released = released;
  }

  /** Copies the files of `source`, and installs the packages and `others`, by name and version. npm needs its cache or the network. */
  static async create(source: string, others: Readonly<Record<string, string>>): Promise<FreshProject> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'palaver-fresh-')));
    await cp(source, folder, { recursive: true });
    const released = await tryRelease();
    const tarballs = PUBLISHED.map((name) => [
      `@palaver/${name}`,
      `file:${join(TOP, `dist-packages/palaver-${name}-${VERSION}.tgz`)}`,
    ]);
    const dependencies = { ...Object.fromEntries(tarballs), ...(await versionsHere()), ...others };
    const manifest = { name: 'fresh', private: true, type: 'module', dependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--strict-peer-deps'];
    await run('npm', ['install', ...options], { cwd: folder });
    return new FreshProject(folder, released);
  }

  /** Runs a script of Node in the project, and returns what it printed. Throws an `Error` that has it where it fails. */
  async node(...args: readonly string[]): Promise<string> {
    const { stdout } = await run(process.execPath, args, { cwd: this.folder }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${args.join(' ')}\n${error.stdout}${error.stderr}`);
      },
    );
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function tryRelease(): Promise<string> {
  const env = { ...process.env, PACKAGES_REPOSITORY: 'git+https://git.example/palaver.git' };
  const { stdout } = await run('npm', ['run', 'release:packages', '--', '--dry-run'], { cwd: TOP, env });
  return stdout;
}

async function versionsHere(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [folder, names] of Object.entries(OF_WORKSPACE)) {
    const manifest = JSON.parse(await readFile(join(TOP, folder, 'package.json'), 'utf8'));
    for (const name of names) found[name] = manifest.devDependencies[name];
  }
  return found;
}
