import type { Transaction } from '@palaver/db';
import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { serverStream } from '../log/streams.js';
import { type Emit, transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import { isServerMember } from '../servers/access.js';
import { beginToLeaveAllServers, leaveServer } from '../servers/leaving.js';
import { lockAnyServer } from '../servers/ownership.js';
import { passOnServer } from '../servers/succession.js';
import { accessShownUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import type { Deletion, Step } from './queries.js';
import * as queries from './queries.js';
import { emptyAnswers, emptyEvents } from './stored-texts.js';

/** Rows of each table in one transaction. */
const ROWS = 500;

type Context = WriteContext & Using<'upward' | 'background' | 'settings'>;

/** Does a piece of a step. Returns whether anything may be left of it. */
type Work = (ctx: Context, tx: Transaction, emit: Emit, deletion: Deletion) => Promise<boolean>;

/** In their order. */
const STEPS: ReadonlyArray<readonly [Step, Work]> = [
  ['bots', deleteBot],
  ['servers', leaveOneServer],
  ['rows', (_ctx, tx, _emit, { userId }) => queries.removeSomeRows(tx, userId, ROWS)],
  ['log', emptyLog],
  ['answers', emptyKeptAnswers],
];

/**
 * What deleted accounts have left in other places, as background work: each call does one piece in a short transaction, and
 * writes in it how far it is, so that a process that is killed repeats nothing.
 */
export function remainsOfAccounts(ctx: Context): WorkSource {
  return rowByRow<Deletion>(
    (after) => queries.nextDeletion(ctx.services.db, after),
    ({ userId }) => goOn(ctx, userId),
  );
}

/** Returns false where another node works on it. */
async function goOn(ctx: Context, userId: string): Promise<boolean> {
  const isDone = await transact(ctx, async (tx, emit) => {
    const deletion = await queries.lockDeletion(tx, userId);
    if (!deletion) return false;
    const at = STEPS.findIndex(([name]) => name === deletion.step);
    const step = STEPS[at];
    if (!step) throw new Error(`a deletion has no step ${deletion.step}`);
    if (await step[1](ctx, tx, emit, deletion)) return true;
    const next = STEPS[at + 1];
    if (next)
      await queries.moveOn(tx, userId, { step: next[0], afterId: null, afterSeq: null, afterKey: null });
    else await queries.endDeletion(tx, userId);
    return true;
  });
  // Departures are work of another source.
  if (isDone) ctx.services.background.wake();
  return isDone;
}

async function deleteBot(
  { services: { upward } }: Context,
  tx: Transaction,
  _emit: Emit,
  { userId, deletedAt }: Deletion,
): Promise<boolean> {
  const botId = await queries.nextBot(tx, userId);
  if (botId === null) return false;
  await beginToLeaveAllServers(tx, botId);
  await upward.forgetBot(tx, botId);
  await queries.endBot(tx, botId, deletedAt);
  return true;
}

/** Leaves a server, which hears of the empty profile first. One that the person owned passes to somebody else, or is deleted. */
async function leaveOneServer(
  ctx: Context,
  tx: Transaction,
  emit: Emit,
  { userId }: Deletion,
): Promise<boolean> {
  const serverId = await queries.nextServer(tx, userId);
  if (serverId === null) return false;
  const departure = { serverId, userId };
  const { ownerId } = await lockAnyServer(tx, serverId);
  if (!(await isServerMember(tx, serverId, userId))) return true;
  const data = toUser(await accessShownUser({ db: tx }, userId));
  await emit(serverStream(serverId), { type: 'user.updated', data });
  if (ownerId === userId && !(await passOnServer(ctx.services, tx, emit, departure))) return true;
  await leaveServer(ctx.services, tx, emit, departure);
  return true;
}

async function emptyLog(
  _ctx: Context,
  tx: Transaction,
  _emit: Emit,
  { userId, afterId, afterSeq }: Deletion,
): Promise<boolean> {
  const after = afterId === null || afterSeq === null ? null : { streamId: afterId, seq: afterSeq };
  const done = await emptyEvents(tx, userId, after);
  if (done === null) return false;
  await queries.moveOn(tx, userId, { afterId: done.streamId, afterSeq: done.seq });
  return true;
}

async function emptyKeptAnswers(
  _ctx: Context,
  tx: Transaction,
  _emit: Emit,
  { userId, afterId, afterKey }: Deletion,
): Promise<boolean> {
  const after = afterId === null || afterKey === null ? null : { userId: afterId, key: afterKey };
  const done = await emptyAnswers(tx, userId, after);
  if (done === null) return false;
  await queries.moveOn(tx, userId, { afterId: done.userId, afterKey: done.key });
  return true;
}
