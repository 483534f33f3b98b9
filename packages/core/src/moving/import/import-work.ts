import { mayRemoveFiles } from '@palaver/db';
import { rowByRow, type WorkSource } from '../../kernel/concurrency/background-work.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Nodes } from '../../kernel/services/nodes.js';
import { transact, type WriteContext } from '../../log/transact.js';
import type { Using } from '../../procedures/context.js';
import { ArchiveError } from '../archive/archive-error.js';
import type { ArchiveCheck } from './archive-check.js';
import { archiveKey } from './archive-of-import.js';
import { NOTHING_WRITTEN, type Placed } from './chunk.js';
import { MissingMessages } from './delete-missing.js';
import { endUnfinished, isGoing, lockSource, recordImported } from './end-import.js';
import { linesAtOnce } from './few-messages.js';
import {
  claim,
  clearMappings,
  findEarlier,
  type ImportRow,
  lockImport,
  nextOpen,
  release,
  updateImport,
} from './import-queries.js';
import { joinMembers, showDirectMessage } from './join-members.js';
import { keepMatches } from './keep-matches.js';
import { nextChunk, RunningImport } from './running-import.js';
import { prepareChunk, writeChunk } from './write-chunk.js';

/** Lines that are checked in one piece of work, and rows that are cleared. */
const LINES_CHECKED = 5_000;
const ROWS_CLEARED = 5_000;
/** How long an import waits after the service could not go on with it, for example without room on the disk. */
const WAIT_MS = 5_000;

export type ImportContext = WriteContext &
  Using<'files' | 'settings' | 'log' | 'upward'> & {
    readonly services: { readonly nodes: Pick<Nodes, 'id'> };
  };

/**
 * Works on imports, one piece at a time: checks some lines, writes some in a transaction that also moves the cursor, lets some members
 * join, or clears away what is not needed any more. A process that is killed repeats at most a piece of which nothing was written.
 */
export class ImportWork {
  readonly source: WorkSource;
  readonly #ctx: ImportContext;
  readonly #running: RunningImport;
  readonly #missing: MissingMessages;
  #waitUntil = 0;

  constructor(ctx: ImportContext) {
    this.#ctx = ctx;
    this.#running = new RunningImport(ctx);
    this.#missing = new MissingMessages(ctx);
    this.source = rowByRow<string>(
      // One after the other: a check that begins again whenever another import has had its turn would never end.
      async (after) => this.#running.importId ?? nextOpen(ctx.services.db, after),
      (importId) => this.#goOn(importId),
    );
  }

  /** Lets go of the archive, and lets other nodes take the import. */
  async close(): Promise<void> {
    const importId = await this.#running.close();
    const { db, nodes } = this.#ctx.services;
    if (importId !== null) await release(db, importId, nodes.id).catch(() => undefined);
  }

  /** Returns false where there is nothing to do now. */
  async #goOn(importId: string): Promise<boolean> {
    if (Date.now() < this.#waitUntil) return false;
    const row = await claim(this.#ctx.services.db, importId, this.#ctx.services.nodes.id);
    if (row === null || !isGoing(row)) await this.#running.close();
    if (row === null) return false;
    try {
      return await this.#piece(row);
    } catch (error) {
      await this.#running.close();
      if (error instanceof ArchiveError) {
        await this.#fail(row, error.message);
        return true;
      }
      this.#waitUntil = Date.now() + WAIT_MS;
      await this.#keepProblem(row, error);
      // Another node may be able to.
      await release(this.#ctx.services.db, importId, this.#ctx.services.nodes.id);
      throw error;
    }
  }

  async #piece(row: ImportRow): Promise<boolean> {
    switch (row.state) {
      case 'checking':
        return this.#checkSome(row);
      case 'importing':
        return this.#writeSome(row);
      case 'joining':
        return this.#joinSome(row);
      default:
        return this.#clearSome(row);
    }
  }

  async #checkSome(row: ImportRow): Promise<boolean> {
    const running = await this.#running.open(row);
    const { check, lines } = running;
    if (check === null) throw new Error('an import that is being checked has a check');
    const users: Array<Placed<'user'>> = [];
    for (let n = 0; n < LINES_CHECKED; n++) {
      const { done, value } = await lines.next();
      if (done) {
        check.end();
        break;
      }
      await check.take(value.value, value.line);
      running.position = value;
      if (value.value.type === 'user') users.push({ ...value, value: value.value });
    }
    if (row.checkOnly && users.length > 0)
      await keepMatches(this.#ctx.services.db, { importId: row.id, source: check.source }, users);
    if (check.hasEnded) await this.#endCheck(row, check);
    else await updateImport(this.#ctx.services.db, row.id, { problem: null });
    return true;
  }

  async #endCheck(row: ImportRow, check: ArchiveCheck): Promise<void> {
    const { source, server, lines, conversion } = check.end();
    await this.#running.close();
    await transact(this.#ctx, async (tx) => {
      const locked = await lockImport(tx, row.id);
      if (locked?.state !== 'checking') return;
      const found = { source, lines, conversion, problem: null };
      const about = { ...found, sourceServerId: server.id, serverName: server.name };
      await lockSource(tx, source);
      const earlier = await findEarlier(tx, { id: row.id, source, sourceServerId: server.id });
      const finishedAt = this.#ctx.services.clock.now();
      const updates = earlier?.importId ?? null;
      if (earlier?.problem) {
        await updateImport(tx, row.id, { ...about, state: 'failed', problem: earlier.problem, finishedAt });
      } else if (row.checkOnly) {
        await updateImport(tx, row.id, { ...about, updates, state: 'done', finishedAt });
      } else {
        const serverId = earlier?.serverId ?? null;
        await updateImport(tx, row.id, { ...about, updates, serverId, repeatable: true, state: 'importing' });
      }
    });
  }

  async #writeSome(row: ImportRow): Promise<boolean> {
    const running = await this.#running.open(row);
    const { archive, known } = running;
    const { files, clock, settings, db } = this.#ctx.services;
    const read = await nextChunk(running);
    const source = row.source ?? '';
    const chunk = {
      files,
      clock,
      settings,
      db,
      importId: row.updates ?? row.id,
      ownId: row.id,
      deletesMissing: row.deleteMissing,
      source,
      archive,
      known,
    };
    const lines = read.slice(0, await linesAtOnce(chunk, read));
    running.waiting = [...read.slice(lines.length), ...running.waiting];
    const last = lines.at(-1);
    if (last === undefined) throw new ArchiveError('The archive was cut off: its last line is missing.');
    const prepared = await prepareChunk(chunk, lines);
    await transact(this.#ctx, async (tx, emit) => {
      const locked = await lockImport(tx, row.id);
      if (locked?.state !== 'importing' || locked.linesDone !== running.position.line)
        throw new StaleImport();
      const written =
        last.value.type === 'end' ? NOTHING_WRITTEN : await writeChunk(chunk, { tx, emit }, lines, prepared);
      await updateImport(tx, row.id, {
        partsDone: last.part,
        linesDone: last.line,
        linesOfPartDone: last.lineOfPart,
        users: locked.users + written.users,
        messages: locked.messages + written.messages,
        files: locked.files + written.files,
        fileBytes: locked.fileBytes + written.fileBytes,
        problem: null,
        ...(last.value.type === 'end' ? { state: 'joining' as const } : {}),
      });
    });
    running.position = last;
    if (last.value.type === 'end') await this.#running.close();
    // Positions without events are heard of by nobody: who has a channel open is to read it again.
    if (last.value.type === 'end' && row.updates !== null) await this.#ctx.services.bus.check();
    return true;
  }

  async #joinSome(row: ImportRow): Promise<boolean> {
    if (await this.#missing.deleteSome(row)) return true;
    await transact(this.#ctx, async (tx, emit) => {
      const locked = await lockImport(tx, row.id);
      if (locked?.state !== 'joining' || locked.serverId === null) return;
      const importId = row.updates ?? row.id;
      if (await showDirectMessage(tx, emit, importId)) return;
      if (await joinMembers(tx, emit, { importId, ownId: row.id, serverId: locked.serverId })) return;
      await updateImport(tx, row.id, {
        state: 'done',
        finishedAt: this.#ctx.services.clock.now(),
        problem: null,
      });
      await recordImported(this.#ctx.services, tx, locked);
    });
    return true;
  }

  async #clearSome(row: ImportRow): Promise<boolean> {
    await this.#running.close();
    const { db, files } = this.#ctx.services;
    // What an import has made is what a later archive is compared with.
    const stays = row.state === 'done' && !row.checkOnly;
    if (!stays && (await clearMappings(db, row.id, ROWS_CLEARED)) === ROWS_CLEARED) return true;
    // While a backup runs, no stored file is removed.
    if (!(await mayRemoveFiles(db))) return false;
    await files.remove(archiveKey(row.id));
    await updateImport(db, row.id, { cleared: true });
    return true;
  }

  async #fail(row: ImportRow, problem: string): Promise<void> {
    await transact(this.#ctx, async (tx, emit) => {
      const locked = await lockImport(tx, row.id);
      if (locked === null || !isGoing(locked)) return;
      await endUnfinished(this.#ctx.services, tx, emit, locked, {
        state: 'failed',
        problem: problem.slice(0, 1000),
      });
    });
  }

  async #keepProblem(row: ImportRow, error: unknown): Promise<void> {
    if (error instanceof StaleImport) return;
    const problem =
      error instanceof AppError
        ? error.message
        : 'The service could not go on; its log says why. It tries again.';
    await updateImport(this.#ctx.services.db, row.id, { problem }).catch(() => undefined);
  }
}

/** Another node has gone on with the import, or it was cancelled. */
class StaleImport extends Error {}
