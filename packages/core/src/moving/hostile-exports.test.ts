import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../kernel/services/limits.js';
import { DEFAULT_QUOTAS } from '../kernel/services/quotas.js';
import { ArchiveError } from './archive/archive-error.js';
import { openArchive } from './container/open-archive.js';
import { readLines } from './container/read-lines.js';
import {
  type Converted,
  convertAll,
  dataOf,
  OPTIONS,
  removeFolders,
  zipOf,
} from './converting/convert.fixture.js';
import { requirePossibleSize } from './converting/zip-export.js';
import {
  filesOf,
  messagesOf,
  placesIn,
  SMALL_EXPORTS,
  type SmallExport,
  withMessages,
  withValue,
} from './hostile-exports.fixture.js';
import { ArchiveCheck } from './import/archive-check.js';
import { SOURCES, type SourceSystem } from './sources.js';

afterEach(removeFolders);

const SYSTEMS = Object.entries(SMALL_EXPORTS) as ReadonlyArray<[SourceSystem, SmallExport]>;

const convertZip = (system: SourceSystem, path: string) => convertAll(() => SOURCES[system](path, null), {});
const convert = async (system: SourceSystem, files: Readonly<Record<string, unknown>>) =>
  convertZip(system, await zipOf(files));

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');
const CENTRAL_HEADER = Buffer.from('PK\u0001\u0002');

/** Where the header of a file is in a zip (PKWARE APPNOTE 4.3.7 and 4.3.12). */
function headerOf(zip: Buffer, signature: Buffer, name: string): number {
  const nameAt = signature === LOCAL_HEADER ? 30 : 46;
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1))
    if (zip.toString('utf8', at + nameAt, at + nameAt + Buffer.byteLength(name)) === name) return at;
  throw new Error(`the zip has no ${name}`);
}

/** What may be wrong with the zip around a file, and what is said of it. */
const DAMAGES: Readonly<Record<string, { does: (zip: Buffer, name: string) => void; says: RegExp }>> = {
  'a byte of it is another': {
    does: (zip, name) => {
      const at = headerOf(zip, LOCAL_HEADER, name) + 30 + Buffer.byteLength(name) + 12;
      zip.writeUInt8(zip.readUInt8(at) ^ 0x10, at);
    },
    says: /^The zip is damaged: /,
  },
  'it unpacks to far more than it is packed': {
    does: (zip, name) => zip.writeUInt32LE(3 * 1024 ** 3, headerOf(zip, CENTRAL_HEADER, name) + 24),
    says: /far more than exports are/,
  },
  'it is encrypted': {
    does: (zip, name) => {
      const at = headerOf(zip, CENTRAL_HEADER, name) + 8;
      zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
    },
    says: /is encrypted/,
  },
  'it is there twice': {
    does: (zip, name) => {
      for (const [signature, at] of [
        [LOCAL_HEADER, 30],
        [CENTRAL_HEADER, 46],
      ] as const)
        zip.write(name, headerOf(zip, signature, twinOf(name)) + at, 'utf8');
    },
    says: /twice/,
  },
};
const twinOf = (name: string): string => `${name.slice(0, -1)}!`;

/** Whether an import would take the archive, with what is checked when messages are written. */
async function requireImportable({ archive: path, lines }: Converted): Promise<void> {
  const archive = await openArchive(path);
  const check = new ArchiveCheck({
    now: OPTIONS.now,
    limits: DEFAULT_LIMITS,
    quotas: DEFAULT_QUOTAS,
    archive,
  });
  for await (const { value, line } of readLines(archive)) await check.take(value, line);
  check.end();
  archive.close();
  const roots = new Map<string, string>();
  const ids = new Set<string>();
  for (const { id, threadId, channelId, createdAt } of dataOf(lines, 'message')) {
    expect(ids).not.toContain(id);
    ids.add(id);
    if (threadId) expect(roots.get(threadId)).toBe(channelId);
    else roots.set(id, channelId);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(0);
  }
}

/** It becomes an archive that can be imported, or it is refused as a whole with a sentence. */
async function takenOrRefused(system: SourceSystem, files: Readonly<Record<string, unknown>>): Promise<void> {
  const converted = await convert(system, files).catch((error: unknown) => {
    if (error instanceof ArchiveError) return null;
    throw error;
  });
  if (converted !== null) await requireImportable(converted);
}

const JUNK = fc.constantFrom<unknown>(
  null,
  null,
  0,
  -1,
  1e300,
  253_402_300_799_999,
  253_402_300_799,
  '9999-12-31T00:00:00Z',
  '253402300799.000100',
  '',
  'x'.repeat(5_000),
  '\u0000\ud800',
  [],
  {},
  [null],
  true,
  '__proto__',
);

describe.each(SYSTEMS)('a hostile export of %s', (system, small) => {
  const { instant } = small;
  const changed = (change: (given: readonly object[]) => readonly object[]) =>
    filesOf(withMessages(small, change(messagesOf(small))));
  const isMessage = (one: object) =>
    instant.field.split('.').every((key) => JSON.stringify(one).includes(`"${key}"`));
  const dated = (value: unknown) =>
    changed((given) =>
      given.map((one) =>
        isMessage(one) ? (withValue(one, instant.field.split('.'), value) as object) : one,
      ),
    );
  const messagesIn = ({ lines }: Converted) => dataOf(lines, 'message').map(({ content }) => content);

  test('is taken as it is without anything hostile', async () => {
    const converted = await convert(system, filesOf(small));
    await requireImportable(converted);
    expect(messagesIn(converted).length).toBeGreaterThan(1);
  });

  test('with null or anything else in any place is taken, line by line, or refused', async () => {
    const places = Object.entries(small.files).flatMap(([path, value]) =>
      placesIn(value).map((at) => ({ path, at })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), JUNK, async ({ path, at }, junk) => {
        const files = { ...small.files, [path]: withValue(small.files[path], at, junk) };
        await takenOrRefused(system, filesOf({ ...small, files }));
      }),
      { numRuns: Number(process.env.HOSTILE_RUNS ?? 15), endOnFailure: true },
    );
  });

  test('that was torn is refused', async () => {
    const path = await zipOf(filesOf(small));
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    await expect(convertZip(system, path)).rejects.toThrow(/^The zip is damaged: .*[^.]\.$/);
    const [torn = ''] = Object.keys(small.files).slice(-1);
    const files = filesOf(small);
    await expect(convert(system, { ...files, [torn]: String(files[torn]).slice(0, -9) })).rejects.toThrow(
      ArchiveError,
    );
  });

  test('with a BOM, and within folders, is the same', async () => {
    const files = filesOf(small);
    const said = messagesIn(await convert(system, files));
    const marked = Object.entries(files).map(([path, text]) => [
      path,
      path in small.files ? `\ufeff${String(text)}` : text,
    ]);
    expect(messagesIn(await convert(system, Object.fromEntries(marked)))).toEqual(said);
    const within = Object.entries(files).map(([path, text]) => [`a/b/${path}`, text]);
    expect(messagesIn(await convert(system, Object.fromEntries(within)))).toEqual(said);
  });

  test('with everything twice has each message once, and counts the others', async () => {
    const once = messagesIn(await convert(system, filesOf(small)));
    const converted = await convert(
      system,
      changed((given) => [...given, ...given]),
    );
    await requireImportable(converted);
    expect(messagesIn(converted).sort()).toEqual(once.sort());
    expect(converted.report.kinds.some(({ leftOut }) => leftOut > 0)).toBe(true);
  });

  test.each([-1, 0, Date.parse('2024-01-01') / 1_000, Date.parse('9999-12-31'), Number.NaN, 1e300, -1e300])(
    'with the instant %d is taken, with an instant that can be',
    async (ms) => {
      const converted = await convert(system, dated(instant.write(ms)));
      await requireImportable(converted);
    },
  );

  test('with replies in a cycle, names of 4-byte characters and unknown lines is taken', async () => {
    const more = [
      ...(small.cycle ?? []),
      { type: 'no such type', id: '🦄', ts: '1.5', content: '𒀱'.repeat(300) },
    ];
    const files = {
      ...changed((given) => [...given, ...more]),
      [`${'🦄'.repeat(60)}.txt`]: 'a file',
      'ÿ/💥': 'x',
    };
    const converted = await convert(system, files);
    await requireImportable(converted);
    const { kinds } = converted.report;
    const changes = kinds.flatMap((kind) => kind.changes.map(({ code }) => code));
    if (small.cycle !== null) expect(changes).toContain('withoutRoot');
    const places = kinds.flatMap((kind) => kind.reasons.flatMap(({ first }) => first));
    expect(places).toContain('ÿ/💥');
    expect(kinds.reduce((sum, { leftOut }) => sum + leftOut, 0)).toBeGreaterThan(2);
  });

  test.each(Object.entries(DAMAGES))('is refused where of a file %s', async (_, { does, says }) => {
    const { file } = small.messages;
    const path = await zipOf({ ...filesOf(small), [twinOf(file)]: filesOf(small)[file] });
    const bytes = await readFile(path);
    does(bytes, file);
    await writeFile(path, bytes);
    const failure = await convertZip(system, path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ArchiveError);
    expect(failure).toMatchObject({ message: expect.stringMatching(says) });
  });

  test('with a path that leads out of it is refused', async () => {
    const path = await zipOf({ ...filesOf(small), 'aa/aa/evil.json': '{}' });
    const bytes = await readFile(path);
    for (let at = bytes.indexOf('aa/aa/'); at >= 0; at = bytes.indexOf('aa/aa/'))
      bytes.write('../../', at, 'latin1');
    await writeFile(path, bytes);
    await expect(convertZip(system, path)).rejects.toThrow(ArchiveError);
  });
});

test('what unpacks to far more than it is packed is refused', () => {
  const [gib, mib] = [1024 ** 3, 1024 ** 2];
  expect(() => requirePossibleSize({ packed: 2 * mib, unpacked: gib })).not.toThrow();
  expect(() => requirePossibleSize({ packed: gib, unpacked: 90 * gib })).not.toThrow();
  expect(() => requirePossibleSize({ packed: 2 * mib, unpacked: 2 * gib })).toThrow(ArchiveError);
});
