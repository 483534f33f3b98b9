import { accessChannel } from '../channels/access.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { transact } from '../log/transact.js';
import { accessMessage } from '../messages/access.js';
import { findComponent } from '../messages/components.js';
import { type ActorContext, within } from '../procedures/context.js';
import type { Component } from '../protocol/records/component.js';
import type { Interaction } from '../protocol/records/interaction.js';
import { ask, canAnswer } from './asking.js';
import type { UseComponentInput } from './schemas.js';

/**
 * Uses a button or a select of a bot's message, where the caller may react. Throws `MESSAGE_NOT_FOUND`, what `refusal` of
 * channels/permissions.ts returns for a reaction, `COMPONENT_NOT_FOUND`, also where the bot can answer no more, `INVALID_INPUT`
 * for values that are not offered, and what `ask` does.
 */
export function applyComponent(ctx: ActorContext, input: UseComponentInput): Promise<Interaction> {
  return transact(ctx, async (tx, emit, afterCommit) => {
    const read = within(tx, ctx);
    const { message } = await accessMessage(read, input.messageId, 'useComponent');
    const { id: messageId, channelId, threadId, userId: botId } = message;
    const component = findComponent(message.components, input.componentId);
    if (component === null || !(await canAnswer(tx, botId, channelId))) {
      throw new AppError('COMPONENT_NOT_FOUND');
    }
    const problem = problemOf(component, input.values);
    if (problem !== null) throw invalidField('values', problem);
    const channel = await accessChannel(read, channelId, 'react');
    return ask(ctx, { tx, emit, afterCommit }, channel, {
      kind: 'component',
      botId,
      threadId,
      name: null,
      options: {},
      messageId,
      componentId: component.id,
      values: input.values,
    });
  });
}

/** Why these values cannot be chosen; null where they can. */
function problemOf(
  { type, choices, minValues, maxValues }: Component,
  values: readonly string[],
): string | null {
  if (type === 'button') return values.length > 0 ? 'must be empty for a button' : null;
  const distinct = new Set(values);
  if (distinct.size < values.length) return 'must not have a value twice';
  if (values.some((value) => !choices.some((choice) => choice.value === value)))
    return 'must be among the choices';
  if (values.length < minValues) return `must have at least ${minValues}`;
  return values.length > maxValues ? `must have at most ${maxValues}` : null;
}
