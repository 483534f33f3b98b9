import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** An answer as a client received it, with its header `Stream-Seq` (null without one). */
export interface RecordedRead {
  readonly answer: unknown;
  readonly streamSeq: string | null;
}

/** What a release stored, as it wrote it. It may still be stored when a later release reads it. */
export interface Golden {
  /** Every event of the streams that the reads depend on, and at least one of each type: in the order of each stream. */
  readonly frames: readonly unknown[];
  /** By procedure, the answer that was stored under an idempotency key. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The reads of one user by request, before all or some of the frames and after all of them. */
  readonly reads: {
    readonly userId: string;
    readonly before: Readonly<Record<string, RecordedRead>>;
    readonly after: Readonly<Record<string, RecordedRead>>;
  };
}

const FOLDER = new URL('../protocol/golden/', import.meta.url);

/** The golden file of each release, oldest first. docs/adding-an-endpoint.md, "Golden files", says who writes them when. */
export function readGoldens(): ReadonlyArray<{ readonly release: string; readonly golden: Golden }> {
  const releases = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
  return releases
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((release) => ({
      release,
      // Only `writeGolden` writes these files, and each test parses what it takes from them.
      golden: JSON.parse(readFileSync(new URL(`${release}.json`, FOLDER), 'utf8')) as Golden,
    }));
}

/** Writes the golden file of a release, one sample a line. Throws where there is one: it is frozen. */
export function writeGolden(release: string, { frames, answers, reads }: Golden): void {
  const text = `{
"frames": [
${frames.map((frame) => JSON.stringify(frame)).join(',\n')}
],
"answers": ${byLine(answers)},
"reads": {
"userId": ${JSON.stringify(reads.userId)},
"before": ${byLine(reads.before)},
"after": ${byLine(reads.after)}
}
}
`;
  writeFileSync(new URL(`${release}.json`, FOLDER), text, { flag: 'wx' });
}

function byLine(values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}
