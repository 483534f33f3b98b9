import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The next message of one of our own programs. Rejects with the text `ended` when the program ends first. */
export async function nextMessage<Message>(child: ChildProcess, ended: string): Promise<Message> {
  const heard = new AbortController();
  const died = once(child, 'exit', heard).then(() => {
    throw new Error(ended);
  });
  try {
    // Only the program that the caller has started writes to this channel.
    const [message] = (await Promise.race([once(child, 'message', heard), died])) as [Message];
    return message;
  } finally {
    heard.abort();
  }
}
