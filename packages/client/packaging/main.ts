import { join, relative } from 'node:path';
import { pack } from './pack.js';
import { publish, repositoryOf } from './publish.js';
import { PUBLISHED } from './published.js';

const [, , command, ...options] = process.argv;
// npm runs scripts in the folder of package.json.
const top = process.cwd();
const isRelease = command === 'release';
const tarballs: string[] = [];
for (const name of PUBLISHED) {
  const repository = isRelease ? repositoryOf(process.env) : null;
  const { path, bytes, unpackedBytes } = await pack(top, name, join(top, 'dist-packages'), repository);
  say(`${relative(top, path)}: ${kilobytes(bytes)}, ${kilobytes(unpackedBytes)} unpacked`);
  tarballs.push(path);
}
if (isRelease) for (const tarball of tarballs) say(await publish(tarball, options));
else say(`Install them with: npm install ${tarballs.join(' ')} @trpc/client`);
// The service's modules keep threads and timers.
process.exit();

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
