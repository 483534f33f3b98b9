/** What the package.json of a packed package takes from that of the workspace. */
const TAKEN = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'type',
  'sideEffects',
  'engines',
  'exports',
  'files',
];
const OPTIONAL = ['main', 'types', 'peerDependencies', 'peerDependenciesMeta'];
/** The entry that only tests of the workspace import. */
const OF_TESTS = './testing';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The package.json of a packed package: without what only the workspace needs, and without the way to the sources. `exports` and
 * `files` of its `publishConfig` stand for those of the workspace. Its dependencies are the packages that are imported: one that
 * the workspace does not name is refused, since a declaration that names a package that is not there would be `any` under
 * `skipLibCheck`, without a word. `repository` is where the sources are, which a registry compares with the provenance.
 */
export function publishedManifest(
  workspace: Fields,
  imported: ReadonlySet<string>,
  repository: string | null,
): Fields {
  const { exports, files, ...publishConfig } = fieldsOf(workspace.publishConfig);
  const own = Object.entries({ exports, files }).filter(([, value]) => value !== undefined);
  const manifest: Fields = { ...workspace, ...Object.fromEntries(own) };
  const missing = TAKEN.filter((name) => manifest[name] === undefined);
  if (missing.length > 0) throw new Error(`package.json of ${manifest.name} lacks ${missing.join(', ')}`);
  const names = [...TAKEN, ...OPTIONAL].filter((name) => manifest[name] !== undefined);
  return {
    ...Object.fromEntries(names.map((name) => [name, manifest[name]])),
    exports: withoutSources(manifest.exports),
    dependencies: dependenciesOf(manifest, imported),
    publishConfig,
    ...(repository === null ? {} : { repository: { type: 'git', url: repository } }),
  };
}

function dependenciesOf(manifest: Fields, imported: ReadonlySet<string>): Fields {
  const known = { ...fieldsOf(manifest.devDependencies), ...fieldsOf(manifest.dependencies) };
  const peers = fieldsOf(manifest.peerDependencies);
  const names = [...imported].filter((name) => !(name in peers) && name !== manifest.name).sort();
  return Object.fromEntries(names.map((name) => [name, versionOf(name, known[name], manifest)]));
}

/** A project shares its own copy of a package, and gets its fixes. Packages of the workspace have one version. */
function versionOf(name: string, known: unknown, manifest: Fields): string {
  if (typeof known !== 'string' || name === '@palaver/core')
    throw new Error(`${manifest.name} imports ${name}, which a project would not have`);
  return `^${known.startsWith('workspace:') ? manifest.version : known}`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function withoutSources(entries: unknown): unknown {
  if (typeof entries !== 'object' || entries === null) return entries;
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([condition]) => condition !== 'palaver-source' && condition !== OF_TESTS)
      .map(([condition, entry]) => [condition, withoutSources(entry)]),
  );
}
