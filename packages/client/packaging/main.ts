import { join, relative } from 'node:path';
import { packClient } from './pack.js';

// npm runs scripts in the folder of package.json.
const top = process.cwd();
const { path, bytes, unpackedBytes } = await packClient(top, join(top, 'dist-packages'));
process.stdout.write(
  `${relative(top, path)}: ${kilobytes(bytes)}, ${kilobytes(unpackedBytes)} unpacked\nInstall it with: npm install ${path} @trpc/client\n`,
);
// The service's modules keep threads and timers.
process.exit();

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
