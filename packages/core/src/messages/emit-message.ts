import type { Head } from '../events/log.js';
import { channelStream } from '../events/streams.js';
import type { Emit } from '../kernel/transact.js';
import type { Message } from './schemas.js';

/** Writes a message at its place in its channel's log and returns it, as the event carries it. */
export async function emitMessage(
  emit: Emit,
  type: 'message.created' | 'message.updated',
  channelId: string,
  write: (head: Head) => Promise<Message>,
): Promise<Message> {
  const written: Message[] = [];
  await emit(channelStream(channelId), async (head) => {
    const message = await write(head);
    written.push(message);
    return { type, data: message };
  });
  const [message] = written;
  if (!message) throw new Error('emit runs its draft before it resolves');
  return message;
}
