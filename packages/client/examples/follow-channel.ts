import type { PalaverClient, PalaverOutputs, View } from '@palaver/client';
import { applyEvent, type MessagePage, reduceMessagePage } from '@palaver/client/state';

export type Message = PalaverOutputs['messages']['get'];

/**
 * Keeps the latest messages of a channel equal to those of the service: yields them, newest first, as they are read and
 * after each event.
 */
export async function* followChannel(
  palaver: PalaverClient,
  channelId: string,
): AsyncGenerator<readonly Message[], void> {
  let view = await readLatest(palaver, channelId);
  yield view.state.items;
  for await (const event of palaver.events.subscribe({ channels: [channelId], since: view.cursors })) {
    view =
      event.type === 'resync'
        ? await readLatest(palaver, channelId)
        : applyEvent(view, event, reduceMessagePage);
    yield view.state.items;
  }
}

async function readLatest({ snapshot }: PalaverClient, channelId: string): Promise<View<MessagePage>> {
  const { state, cursors } = await snapshot((api) => api.messages.list.query({ channelId, limit: 100 }));
  return { state: { items: state, newest: true, threadId: null }, cursors };
}
