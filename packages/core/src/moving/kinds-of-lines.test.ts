import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { LineKindName } from '../protocol/records/line-reason.js';
import { convertAll, removeFolders, zipOf } from './converting/convert.fixture.js';
import { filesOf, SMALL_EXPORTS, type SmallExport } from './hostile-exports.fixture.js';
import { SOURCES, type SourceSystem } from './sources.js';

afterAll(removeFolders);

const DOCUMENT = readFileSync(new URL('../../../../docs/importing.md', import.meta.url), 'utf8');
const NAMES: Readonly<Record<SourceSystem, string>> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  discord: 'Discord',
  rocketchat: 'Rocket.Chat',
  zulip: 'Zulip',
};
const SYSTEMS = Object.entries(SMALL_EXPORTS) as ReadonlyArray<[SourceSystem, SmallExport]>;

/** The kinds that the document has of a system. */
function documentedOf(system: SourceSystem): string[] {
  const row = DOCUMENT.split('\n').find((line) => line.startsWith(`| ${NAMES[system]} | \``)) ?? '';
  return [...row.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind);
}

test.each(SYSTEMS)(
  'each kind of line that the reader of %s makes is in docs/importing.md',
  async (system, small) => {
    const path = await zipOf(filesOf(small));
    const { report } = await convertAll(() => SOURCES[system](path, null));
    const documented = documentedOf(system);
    expect(report.kinds.map(({ kind }) => kind).filter((kind) => !documented.includes(kind))).toEqual([]);
  },
);

test('docs/importing.md has every kind, and no other', () => {
  const documented = new Set(SYSTEMS.flatMap(([system]) => documentedOf(system)));
  expect([...documented].sort()).toEqual([...LineKindName.options].sort());
});
