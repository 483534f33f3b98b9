import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pack } from '../../packaging/pack.js';

const run = promisify(execFile);

const TOP = fileURLToPath(new URL('../../../..', import.meta.url));
const MODULES = [join(TOP, 'packages/client/node_modules'), join(TOP, 'node_modules')];

/** The compilers, by the version that a project has. */
export const COMPILERS = {
  '5.9': join(TOP, 'packages/client/node_modules/typescript-5.9/bin/tsc'),
  installed: join(TOP, 'node_modules/typescript/bin/tsc'),
} as const;
export type Compiler = keyof typeof COMPILERS;

/** What a compiler says about a line of a file. */
export interface Complaint {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A Vite project checks the DOM and ES2022; this one checks the declarations of its packages as well. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  skipLibCheck: false,
};

/**
 * A project outside the checkout with the packed client installed, and nothing of the workspace: the other packages are
 * copies, because an install would need the network.
 */
export class EmptyProject {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates a project. `packages` are installed beside the client; an alias of the workspace goes by its right name. */
  static async create(packages: Readonly<Record<string, string>>): Promise<EmptyProject> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'palaver-project-')));
    const project = new EmptyProject(folder);
    await project.write('package.json', JSON.stringify({ private: true, type: 'module' }));
    await project.#installClient();
    for (const [name, source] of Object.entries(packages)) await project.#install(name, await find(source));
    return project;
  }

  get client(): string {
    return join(this.folder, 'node_modules/@palaver/client');
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  /** Compiles files to JavaScript beside them. The result is empty for a correct program. */
  async compile(
    files: readonly string[],
    compiler: Compiler,
    options: { readonly skipLibCheck?: boolean } = {},
  ): Promise<Complaint[]> {
    const compilerOptions = { ...COMPILER_OPTIONS, ...options };
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const args = [COMPILERS[compiler], '-p', this.folder, '--pretty', 'false'];
    const failed: unknown = await run(process.execPath, args, { cwd: this.folder }).then(
      () => null,
      (error) => error,
    );
    if (failed === null) return [];
    const complaints = complaintsIn(Object(failed).stdout ?? '');
    if (complaints.length === 0) throw failed;
    return complaints;
  }

  /** Runs a compiled file, and returns what it printed. */
  async run(file: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { stdout, stderr } = await run(process.execPath, [file], {
      cwd: this.folder,
      env: { ...process.env, ...env },
    });
    return stdout + stderr;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async #installClient(): Promise<void> {
    const { path } = await pack(TOP, 'client', this.folder);
    await mkdir(this.client, { recursive: true });
    await run('tar', ['-xzf', path, '-C', this.client, '--strip-components', '1']);
    await this.#installDependencies(this.client, find);
  }

  /** Copies a package and its dependencies. Its peers are named by the test, as a project names them. */
  async #install(name: string, source: string): Promise<void> {
    const target = join(this.folder, 'node_modules', name);
    await cp(source, target, {
      recursive: true,
      dereference: true,
      filter: (path) => !path.endsWith('.map'),
    });
    await this.#installDependencies(source, (dependency) => realpath(join(modulesOf(source), dependency)));
  }

  async #installDependencies(source: string, sourceOf: (name: string) => Promise<string>): Promise<void> {
    const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) {
      await this.#install(dependency, await sourceOf(dependency));
    }
  }
}

async function find(name: string): Promise<string> {
  const found = await Promise.allSettled(MODULES.map((modules) => realpath(join(modules, name))));
  const path = found.find((result) => result.status === 'fulfilled')?.value;
  if (path === undefined) throw new Error(`${name} is not installed in the workspace`);
  return path;
}

/** The folder in which pnpm puts a package together with its dependencies. */
function modulesOf(path: string): string {
  const parent = dirname(path);
  return parent.endsWith('node_modules') ? parent : modulesOf(parent);
}

function complaintsIn(output: string): Complaint[] {
  return [...output.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/gm)].map(
    ([, file = '', line, message = '']) => ({ file, line: Number(line), message }),
  );
}
