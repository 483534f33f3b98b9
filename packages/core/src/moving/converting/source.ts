import { ArchiveError } from '../archive/archive-error.js';

const SOURCE_MAX = 128;

/**
 * How an archive names the installation that it comes from. Its people are recognised by it, so two installations must never have the
 * same one: an address is written as all its ways of writing are, and a long one is refused, not cut.
 */
export function sourceOf(system: string, installation: string): string {
  const given = installation.trim();
  const url = /^https?:/i.test(given) && URL.canParse(given) ? new URL(given) : null;
  const name = url === null ? given : `${url.host}${url.pathname.replace(/\/+$/, '')}`;
  if (name === '')
    throw new ArchiveError('Name the installation that the export is from, as by its address.');
  const source = `${system}:${name}`;
  if (source.length > SOURCE_MAX)
    throw new ArchiveError(
      `The name of the installation is longer than ${SOURCE_MAX - system.length - 1} characters.`,
    );
  return source;
}
