import { newId, type Transaction } from '@palaver/db';
import { readableChannels } from '../channels/access.js';
import { isSlowed, type Standing } from '../channels/permissions.js';
import { takeTurn } from '../channels/slow-mode.js';
import { requireFewer } from '../kernel/errors/require-quota.js';
import { lockStreams } from '../log/append.js';
import { userStream } from '../log/streams.js';
import type { AfterCommit, Emit } from '../log/transact.js';
import type { ActorContext, Using } from '../procedures/context.js';
import type { Interaction, InteractionRequest } from '../protocol/records/interaction.js';
import { isLiveBot } from './command-queries.js';
import { hasEndpoint } from './endpoint/queries.js';
import { countInteractionsOf, type InteractionRow, insertInteraction } from './queries.js';
import { toInteraction } from './record.js';

/** How long a bot can answer. */
const OPEN_MS = 15 * 60_000;
/** More than a person does in that time. */
const OPEN_MAX = 300;

/** What is asked of a bot. */
export type Asked = Pick<
  InteractionRequest,
  'kind' | 'botId' | 'threadId' | 'name' | 'options' | 'messageId' | 'componentId' | 'values'
>;

/** Whether a bot works and may read a channel, so that it can answer there. */
export async function canAnswer(tx: Transaction, botId: string, channelId: string): Promise<boolean> {
  const [channel] = await readableChannels(tx, [{ userId: botId, channelId }]);
  return channel !== null && channel !== undefined && (await isLiveBot(tx, botId));
}

/** A channel in which the caller may ask. */
export type AskingPlace = Standing & { readonly id: string; readonly serverId: string | null };

/** The transaction in which a bot is asked. */
export interface Asking {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
}

/**
 * Asks a bot, in its own stream, and by a call of its endpoint where it has one. In a channel with slow mode it takes the caller's turn, as a post does. Throws `SLOW_MODE` or
 * `TOO_MANY_INTERACTIONS`.
 */
export async function ask(
  ctx: Pick<ActorContext, 'actor'> & Using<'clock' | 'webhooks'>,
  { tx, emit, afterCommit }: Asking,
  channel: AskingPlace,
  asked: Asked,
): Promise<Interaction> {
  const { userId } = ctx.actor;
  const { options, values, ...kept } = asked;
  await lockStreams(tx, [...new Set([userId, asked.botId])].sort().map(userStream));
  const now = ctx.services.clock.now();
  requireFewer('TOO_MANY_INTERACTIONS', await countInteractionsOf(tx, userId, now), OPEN_MAX);
  const { id: channelId, serverId, slowModeSeconds } = channel;
  if (kept.kind === 'command' && isSlowed(channel))
    await takeTurn(tx, { channelId, userId, slowModeSeconds });
  const fresh: Omit<InteractionRow, 'askedSeq'> = {
    ...kept,
    id: newId(),
    userId,
    serverId,
    channelId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + OPEN_MS),
    answers: 0,
    answerSeqs: [],
    sendAt: (await hasEndpoint(tx, asked.botId)) ? now : null,
    sendAttempts: 0,
    lease: null,
  };
  const interaction = toInteraction(fresh);
  const { answers: _, ...request } = interaction;
  const data = { ...request, options, values };
  const { seq } = await emit(userStream(asked.botId), () => ({ type: 'interaction.created' as const, data }));
  await insertInteraction(tx, { ...fresh, askedSeq: seq });
  if (fresh.sendAt !== null) afterCommit(() => ctx.services.webhooks.wake());
  return interaction;
}
