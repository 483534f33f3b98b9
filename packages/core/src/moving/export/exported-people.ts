import { plainArrayLiteral, tables } from '@palaver/db';
import { asc, sql } from 'drizzle-orm';
import { iso } from '../../kernel/sql/instant.js';
import { DELETED_PROFILE } from '../../users/deleted-profile.js';
import type { GivenArchiveLine } from '../archive/lines.js';
import { fileOfImage } from './exported-files.js';
import type { NamingLines } from './message-lines.js';
import type { ServerExport } from './server-export.js';

const { users } = tables;

/** Who has a line already. */
export class ExportedPeople {
  readonly #seen = new Set<string>();
  readonly #members = new Set<string>();
  readonly #given: ServerExport;

  constructor(given: ServerExport) {
    this.#given = given;
  }

  /** Lines, after those of the users whom they name. */
  async *before({ userIds, lines }: NamingLines): AsyncGenerator<GivenArchiveLine, void> {
    yield* this.#linesOf(userIds.filter((id) => !this.#seen.has(id)));
    yield* lines;
  }

  addMember(userId: string): void {
    this.#members.add(userId);
  }

  isMember(userId: string): boolean {
    return this.#members.has(userId);
  }

  async *#linesOf(ids: readonly string[]): AsyncGenerator<GivenArchiveLine, void> {
    if (ids.length === 0) return;
    const { db } = this.#given;
    const rows = await db
      .select()
      .from(users)
      .where(sql`${users.id} = any(${plainArrayLiteral(ids)}::text::uuid[])`)
      .orderBy(asc(users.id));
    const owners = rows.flatMap(({ id, botOwnerId }) =>
      botOwnerId === null || botOwnerId === id || this.#seen.has(botOwnerId) ? [] : [botOwnerId],
    );
    // Owners of bots are people, and the account of a webhook owns itself, so this ends.
    yield* this.#linesOf([...new Set(owners)]);
    for (const row of rows) {
      if (this.#seen.has(row.id)) continue;
      this.#seen.add(row.id);
      yield await this.#lineOf(row);
    }
  }

  async #lineOf(row: typeof users.$inferSelect): Promise<GivenArchiveLine> {
    const { id, bot, botOwnerId } = row;
    const fixed = { id, bot, botOwnerId, createdAt: iso(row.createdAt) };
    if (row.deletedAt !== null) {
      const { username, displayName } = DELETED_PROFILE;
      return { type: 'user', data: { ...fixed, username, displayName, deleted: true } };
    }
    const { username, displayName, metadata, avatarPath } = row;
    const avatar = await fileOfImage(this.#given.files, 'avatar', avatarPath);
    const externalId = this.#given.isOfOperator ? row.externalId : null;
    return { type: 'user', data: { ...fixed, username, displayName, metadata, avatar, externalId } };
  }
}
