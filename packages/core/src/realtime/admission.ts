import type { Database, Transaction } from '@palaver/db';
import { isId } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { readHeads, type StreamHead } from '../events/reading.js';
import type { Actor } from '../kernel/actor.js';
import { AppError } from '../kernel/errors.js';
import { accessServer } from '../servers/access.js';
import type { Admission } from './subscription.js';

/**
 * Which of these streams the actor may hear, as the access functions of every other request say, and how far each
 * has got. All of it is read from one snapshot, so what an admission does not know yet is exactly what its streams
 * bring after its heads.
 */
export function admit(db: Database, actor: Actor, ids: readonly string[]): Promise<Admission[]> {
  return db.transaction(
    async (tx) => {
      const heads = await readHeads(tx, ids.filter(isId));
      const admitted = await Promise.all(heads.map((head) => admitTo(tx, actor, head)));
      return withGuardHeads(
        tx,
        admitted.filter((admission) => admission !== null),
      );
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Unguarded = Omit<Admission, 'guard'> & { readonly guardId: string | null };

async function admitTo(tx: Transaction, actor: Actor, stream: StreamHead): Promise<Unguarded | null> {
  const admission = { stream, head: stream.seq, standing: null, guardId: null };
  const asking = { actor, db: tx };
  try {
    switch (stream.kind) {
      case 'user':
        return stream.id === actor.userId ? admission : null;
      case 'server':
        await accessServer(asking, stream.id, 'read');
        return admission;
      case 'channel': {
        const channel = await accessChannel(asking, stream.id, 'read');
        return { ...admission, standing: channel, guardId: channel.serverId };
      }
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function withGuardHeads(tx: Transaction, admitted: readonly Unguarded[]): Promise<Admission[]> {
  const guardIds = new Set(admitted.flatMap(({ guardId }) => guardId ?? []));
  const guards = new Map((await readHeads(tx, [...guardIds])).map(({ id, seq }) => [id, seq]));
  return admitted.map(({ stream, head, standing, guardId }) => ({
    stream,
    head,
    standing: standing && standingOf(standing),
    guard: guardId === null ? null : { serverId: guardId, head: guards.get(guardId) ?? 0 },
  }));
}

/** The few fields that the rule reads, so that a subscription does not keep a whole row for as long as it lives. */
function standingOf({ isDm, isPrivate, archived, role, isMember }: NonNullable<Admission['standing']>) {
  return { isDm, isPrivate, archived, role, isMember };
}
