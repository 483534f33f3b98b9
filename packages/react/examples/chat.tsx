import type { PalaverStore } from '@palaver/client/store';
import { PalaverProvider, useMessages, useSend } from '@palaver/react';
import { useState } from 'react';

export function Chat({ store, channelId }: { store: PalaverStore; channelId: string }) {
  return (
    <PalaverProvider store={store}>
      <Messages channelId={channelId} />
      <Composer channelId={channelId} />
    </PalaverProvider>
  );
}

function Messages({ channelId }: { channelId: string }) {
  const { messages, outgoing } = useMessages(channelId);
  const sent = messages.map(({ id, user, content }) => <li key={id}>{`${user.displayName}: ${content}`}</li>);
  const waiting = outgoing.map(({ nonce, content, state }) => <li key={nonce}>{`${content} (${state})`}</li>);
  return (
    <ol>
      {sent}
      {waiting}
    </ol>
  );
}

function Composer({ channelId }: { channelId: string }) {
  const [content, setContent] = useState('');
  const send = useSend(channelId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(content);
        setContent('');
      }}
    >
      <input aria-label="Message" value={content} onChange={({ target }) => setContent(target.value)} />
    </form>
  );
}
