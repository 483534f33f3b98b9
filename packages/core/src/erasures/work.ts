import { deleteAgain } from '../account-deletion/actions.js';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { lockStream } from '../log/append.js';
import { channelStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import {
  DELETIONS_MAX,
  deleteReportsOf,
  deleteSome,
  type Extent,
  eraseReactions,
  findDue,
  forgetDeletedRoots,
  type Place,
  placeAfter,
} from '../messages/removal/erasing.js';
import type { Using } from '../procedures/context.js';
import { recordEnd } from './audit.js';
import type { Erasure } from './queries.js';
import * as queries from './queries.js';
import { findLimit } from './retention-queries.js';

export type ErasingContext = WriteContext & Using<'upward' | 'files' | 'log' | 'background' | 'settings'>;

/** The messages that are still to be deleted by a retention or an erasure, as background work. */
export function erasureWork(ctx: ErasingContext): WorkSource {
  return rowByRow<Erasure>(
    (after) => queries.nextErasure(ctx.services.db, after),
    (erasure) => continueErasure(ctx, erasure),
  );
}

/** Goes on by one transaction. Of two nodes that do, the second finds that the erasure has moved. */
async function continueErasure(ctx: ErasingContext, erasure: Erasure): Promise<boolean> {
  if (erasure.kind === 'account') return deleteAccount(ctx, erasure);
  const channelId = await queries.nextChannel(ctx.services.db, erasure);
  const extent = channelId === null ? null : await extentOf(ctx, ctx.services.db, erasure, channelId);
  if (extent === null) await end(ctx, erasure);
  else await eraseSome(ctx, erasure, extent);
  return true;
}

/** An account that is deleted is in the list with its end: only a restore makes this work. */
async function deleteAccount(ctx: ErasingContext, erasure: Erasure): Promise<boolean> {
  await transact(ctx, async (tx, emit, afterCommit) => {
    const locked = await queries.lockErasure(tx, erasure);
    if (!locked) return;
    if (locked.userId !== null) await deleteAgain(ctx.services, tx, { emit, afterCommit }, locked.userId);
    await queries.endErasure(tx, locked.id, ctx.services.clock.now());
  });
  ctx.services.background.wake();
  return true;
}

/** What is to be deleted in a channel; null where its retention deletes nothing now. */
async function extentOf(
  { services: { clock } }: ErasingContext,
  q: Parameters<typeof findLimit>[0],
  { kind, userId, before }: Erasure,
  channelId: string,
): Promise<Extent | null> {
  if (kind !== 'retention') {
    const authorIds = userId === null ? null : await queries.findPersonWithBots(q, userId);
    return { channelId, authorIds, before };
  }
  const limit = await findLimit(q, channelId, clock.now());
  return limit && { channelId, authorIds: null, before: limit };
}

async function eraseSome(ctx: ErasingContext, erasure: Erasure, extent: Extent): Promise<void> {
  const { channelId } = extent;
  const place = placeIn(erasure, channelId);
  const stopsAtYoung = erasure.kind === 'retention';
  const due = await findDue(ctx.services.db, extent, place, { limit: DELETIONS_MAX, stopsAtYoung });
  await transact(ctx, async (tx, emit, afterCommit) => {
    // The channel comes first: whoever changes what is to be deleted has its lock, or its server's.
    if (due.messages.length > 0) await lockStream(tx, channelStream(channelId));
    const locked = await queries.lockErasure(tx, erasure);
    if (!locked) return;
    const isStill = await extentOf(ctx, tx, locked, channelId);
    if (isStill === null) return;
    const ids = due.messages.map(({ id }) => id);
    const { authorIds, before } = extent;
    const done = await deleteSome(ctx.services, { tx, emit, afterCommit }, extent, ids, async (id) => {
      if (authorIds) await eraseReactions({ tx, emit }, { channelId, authorIds, before }, id);
    });
    const next = placeAfter(place, due, done.looked, DELETIONS_MAX);
    await forgetDeletedRoots(tx, channelId, place, next);
    await queries.advance(tx, locked, channelId, next, done.removed);
  });
}

const BEGINNING: Place = { seq: 0, threadId: null };

function placeIn({ atChannel, atSeq, atThread }: Erasure, channelId: string): Place {
  return atSeq === null || atChannel !== channelId ? BEGINNING : { seq: atSeq, threadId: atThread };
}

async function end(ctx: ErasingContext, erasure: Erasure): Promise<void> {
  await transact(ctx, async (tx) => {
    const locked = await queries.lockErasure(tx, erasure);
    if (!locked) return;
    // The retention will come again; what somebody has asked for stays written down.
    if (locked.kind === 'retention') await queries.deleteErasure(tx, locked.id);
    else await queries.endErasure(tx, locked.id, ctx.services.clock.now());
    if (locked.kind === 'user' && locked.userId !== null) await deleteReportsOf(tx, locked.userId);
    await recordEnd(ctx.services, tx, locked);
  });
}
