// The licences of the packages whose code is in a bundle: each of them asks for its text beside the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** One text for all packages that these files belong to. Throws for a package that names no licence. */
export function licences(files) {
  const folders = new Set(files.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const packagesOf = new Map();
  for (const folder of folders) {
    const { name, text } = licenceOf(join(root, folder));
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), name]);
  }
  const sections = [...packagesOf].map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`);
  return `The service contains code of these packages.\n\n${sections.sort().join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceOf(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (typeof license !== 'string') throw new Error(`${name} names no licence`);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // Some packages come without the text. Then these name the licence and who gives it.
  const named = [author?.name ?? author, repository?.url ?? repository].filter(Boolean);
  return {
    name: `${name} ${version} (${license})`,
    text: texts.length > 0 ? texts.join('\n\n') : ['Without a text of its licence.', ...named].join('\n'),
  };
}
