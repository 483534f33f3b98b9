import type { Transaction } from '@palaver/db';
import { accessChannel, readableChannels } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { transact } from '../log/transact.js';
import { findThreadRoot } from '../messages/thread-root.js';
import { type ActorContext, within } from '../procedures/context.js';
import type { Issue } from '../protocol/error-codes.js';
import type { Command, Interaction, OptionValue } from '../protocol/records/interaction.js';
import { accessUsers } from '../users/access.js';
import { ask, canAnswer } from './asking.js';
import { findLiveCommands } from './command-queries.js';
import { checkOptions, isReference, issueAt } from './options.js';
import type { InvokeInput } from './schemas.js';

/**
 * Invokes a command of a bot in a channel where the caller may post. Throws `CHANNEL_NOT_FOUND`, what `refusal` of
 * channels/permissions.ts returns for a post, `MESSAGE_NOT_FOUND` for the thread, `COMMAND_NOT_FOUND`, `INVALID_INPUT` for its
 * options, and what `ask` does.
 */
export function invokeCommand(ctx: ActorContext, input: InvokeInput): Promise<Interaction> {
  return transact(ctx, async (tx, emit, afterCommit) => {
    const channel = await accessChannel(within(tx, ctx), input.channelId, 'post');
    const threadId = await threadOf(tx, channel.id, input.threadId);
    const botId = requireUuid(input.botId, 'COMMAND_NOT_FOUND');
    const command = (await findLiveCommands(tx, botId)).find(({ name }) => name === input.name);
    if (!command || !(await canAnswer(tx, botId, channel.id))) throw new AppError('COMMAND_NOT_FOUND');
    const options = checkOptions(command, input.options);
    await requireReferences(ctx, tx, command, options);
    const { name } = command;
    return ask(ctx, { tx, emit, afterCommit }, channel, {
      kind: 'command',
      botId,
      threadId,
      name,
      options,
      messageId: null,
      componentId: null,
      values: [],
    });
  });
}

async function threadOf(
  tx: Transaction,
  channelId: string,
  threadId: string | undefined,
): Promise<string | null> {
  if (threadId === undefined) return null;
  const thread = await findThreadRoot(tx, channelId, requireUuid(threadId, 'MESSAGE_NOT_FOUND'));
  if (thread === null || thread.isDeleted) throw new AppError('MESSAGE_NOT_FOUND');
  return thread.rootId;
}

/** Users and channels that options name must be such as the caller may know of. Throws `INVALID_INPUT`. */
async function requireReferences(
  { actor }: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  command: Command,
  options: Readonly<Record<string, OptionValue>>,
): Promise<void> {
  const named = command.options
    .filter((option) => isReference(option) && Object.hasOwn(options, option.name))
    .map(({ name, type }) => ({ name, type, id: String(options[name]) }));
  const ids = (type: string) => named.filter((one) => one.type === type).map(({ id }) => id);
  const lookups = ids('channel').map((channelId) => ({ userId: actor.userId, channelId }));
  const [users, channels] = [
    ids('user').length > 0 ? await accessUsers(tx, ids('user')) : [],
    lookups.length > 0 ? await readableChannels(tx, lookups) : [],
  ];
  const known = new Set([...users, ...channels].flatMap((row) => row?.id ?? []));
  const issues: Issue[] = named
    .filter(({ id }) => !known.has(id))
    .map(({ name, type }) => issueAt(name, `must be a ${type} that you may see`));
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
}
