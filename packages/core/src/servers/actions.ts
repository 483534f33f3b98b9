import { newId } from '@palaver/db';
import { requireKeyFor } from '../kernel/errors/require-api-key.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { openStream } from '../log/append.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Server } from '../protocol/records/server.js';
import { requireJoiningUser } from '../users/access.js';
import { lockServer } from './access.js';
import { requireRoomForOwnServer, requireRoomForServer } from './admission.js';
import { changeServer } from './change.js';
import { joinServer } from './members.js';
import { removeServer } from './ownership.js';
import { insertServer } from './queries.js';
import { toServer } from './record.js';
import type { CreateServerInput, UpdateServerInput } from './schemas.js';

/**
 * Creates a server that the caller owns, with a channel `general` (docs/reference.md, Servers and members). Throws
 * `TOO_MANY_SERVERS`, `TOO_MANY_SERVERS_JOINED`, `API_KEY_REQUIRED` or `EXTERNAL_ID_TAKEN`.
 */
export async function createServer(ctx: ActorContext, input: CreateServerInput): Promise<Server> {
  requireKeyFor(ctx.actor, input);
  const now = ctx.services.clock.now();
  const server = {
    id: newId(),
    name: input.name,
    iconPath: null,
    ownerId: ctx.actor.userId,
    memberCount: 0,
    createdAt: now,
    retentionDays: null,
    retentionSetAt: null,
    editHistory: 'moderators' as const,
    externalId: input.externalId ?? null,
    metadata: input.metadata ?? null,
  };
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const owner = await requireJoiningUser(tx, ctx.actor.userId, { alone: true });
      await requireRoomForOwnServer(ctx.services, tx, owner.id);
      await requireRoomForServer(ctx.services, tx, owner.id);
      await insertServer(tx, server);
      await openStream(tx, serverStream(server.id), now);
      const joined = await joinServer(ctx.services, tx, emit, {
        serverId: server.id,
        user: owner,
        role: 'owner',
      });
      await ctx.services.upward.createFirstChannel(tx, emit, {
        serverId: server.id,
        creatorId: owner.id,
        createdAt: now,
      });
      return toServer(joined);
    }),
  );
}

const TAKEN = { servers_external_id_key: 'EXTERNAL_ID_TAKEN' } as const;

/**
 * Changes the given fields. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED` for the retention, `API_KEY_REQUIRED` or
 * `EXTERNAL_ID_TAKEN`.
 */
export async function updateServerFields(ctx: ActorContext, input: UpdateServerInput): Promise<Server> {
  const { serverId, ...fields } = input;
  requireKeyFor(ctx.actor, fields);
  return uniqueOr(TAKEN, () => changeServer(ctx, serverId, async () => fields));
}

/**
 * Deletes a server with its contents, which nobody can reach from then on. Throws `SERVER_NOT_FOUND`, `OWNER_REQUIRED`
 * or `STEP_UP_REQUIRED`.
 */
export async function deleteServer(ctx: ActorContext, serverId: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const server = await lockServer(ctx, tx, serverId, 'delete');
    await ctx.services.upward.requireStepUp(ctx, { tx });
    await removeServer(ctx.services, tx, emit, server.id);
  });
}
