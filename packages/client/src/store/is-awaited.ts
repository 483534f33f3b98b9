import * as resources from '../state/nouns.js';
import type { OutgoingMessage } from './outgoing-message.js';
import { type StoreState, stateOf } from './store-state.js';

/**
 * Whether the list of a message that is sent does not have it, so that its event is still to come. A list that was read after the message
 * has it already, and its event has passed.
 */
export function isAwaited(state: StoreState, { channelId, threadId, message }: OutgoingMessage): boolean {
  const list = threadId === null ? resources.messagesOf(channelId) : resources.repliesOf(threadId, channelId);
  const { value } = stateOf(state, list);
  return value !== null && !value.items.some(({ id }) => id === message?.id);
}
