/** What the package.json of the packed client takes from that of the workspace. */
const PUBLISHED = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'type',
  'sideEffects',
  'engines',
  'main',
  'types',
  'exports',
  'files',
  'dependencies',
  'peerDependencies',
];

type Fields = Readonly<Record<string, unknown>>;

/** The package.json of the packed client: without what only the workspace needs, and without the way to the sources. */
export function publishedManifest(manifest: Fields): Fields {
  const missing = PUBLISHED.filter((name) => manifest[name] === undefined);
  if (missing.length > 0) throw new Error(`package.json lacks ${missing.join(', ')}`);
  const published = Object.fromEntries(PUBLISHED.map((name) => [name, manifest[name]]));
  return { ...published, exports: withoutSources(published.exports) };
}

function withoutSources(entries: unknown): unknown {
  if (typeof entries !== 'object' || entries === null) return entries;
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([condition]) => condition !== 'palaver-source')
      .map(([condition, entry]) => [condition, withoutSources(entry)]),
  );
}
