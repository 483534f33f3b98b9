import { createPalaverClient } from '@palaver/client';
import { createPalaverStore } from '@palaver/client/store';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Chat } from './chat.js';

const given = new URLSearchParams(location.hash.slice(1));
const client = createPalaverClient({ url: given.get('url') ?? '', token: given.get('token') });
const store = createPalaverStore({ client });
const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Chat store={store} channelId={given.get('channel') ?? ''} />
    </StrictMode>,
  );
}
