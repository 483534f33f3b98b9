import type { Using } from '../../procedures/context.js';
import type { OpenArchive } from '../container/open-archive.js';
import { type LinePosition, type PlacedLine, readLines } from '../container/read-lines.js';
import { ArchiveCheck } from './archive-check.js';
import { openArchiveOf } from './archive-of-import.js';
import type { Placed } from './chunk.js';
import { keepHeapSmall } from './heap-growth.js';
import type { ImportRow } from './import-queries.js';
import { findKnown, type Known } from './known.js';
import { ChunkOfLines } from './write-chunk.js';

/** An import whose archive is open. */
export interface OpenImport {
  readonly importId: string;
  readonly archive: OpenArchive;
  readonly lines: AsyncGenerator<PlacedLine, void>;
  /** Lines that were read and belong to the next chunk. */
  waiting: readonly PlacedLine[];
  /** Of the last line that was written. */
  position: LinePosition;
  readonly check: ArchiveCheck | null;
  readonly known: Known;
}

/** The one import that this process works on. It is closed where anything fails: the database knows how far the import is. */
export class RunningImport {
  readonly #services: Using<'db' | 'files' | 'settings' | 'clock'>['services'];
  #open: OpenImport | null = null;

  constructor({ services }: Using<'db' | 'files' | 'settings' | 'clock'>) {
    this.#services = services;
  }

  get importId(): string | null {
    return this.#open?.importId ?? null;
  }

  /** Opens an import where it has got to, unless it is the one that is open and that is where it stands. */
  async open(row: ImportRow): Promise<OpenImport> {
    const running = this.#open;
    const isAt = running?.importId === row.id && (running.check === null) === (row.state !== 'checking');
    if (isAt && (running.check !== null || running.position.line === row.linesDone)) return running;
    await this.close();
    keepHeapSmall(true);
    const { db, files, settings, clock } = this.#services;
    const archive = await openArchiveOf(files, row);
    const position = { part: row.partsDone, line: row.linesDone, lineOfPart: row.linesOfPartDone };
    const { limits, quotas } = settings;
    const check =
      row.state === 'checking' ? new ArchiveCheck({ now: clock.now(), limits, quotas, archive }) : null;
    const lines = readLines(archive, position);
    this.#open = {
      importId: row.id,
      archive,
      lines,
      waiting: [],
      position,
      check,
      known: await findKnown(db, { importId: row.updates ?? row.id, source: row.source ?? '' }),
    };
    return this.#open;
  }

  /** Returns the import that was open. The part that is being read stays open until its lines are. */
  async close(): Promise<string | null> {
    const running = this.#open;
    this.#open = null;
    keepHeapSmall(false);
    await running?.lines.return();
    running?.archive.close();
    return running?.importId ?? null;
  }
}

/** The next lines that are written together; empty after the last line. `running.waiting` has those that were read beyond them. */
export async function nextChunk(running: OpenImport): Promise<Placed[]> {
  const chunk = new ChunkOfLines();
  for (let n = 0; ; n++) {
    const line = running.waiting[n] ?? (await running.lines.next()).value ?? null;
    if (line !== null && chunk.take(line)) continue;
    running.waiting = [
      ...running.waiting.slice(n),
      ...(line === null || n < running.waiting.length ? [] : [line]),
    ];
    return chunk.lines;
  }
}
