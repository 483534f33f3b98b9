import { createPalaverClient } from '@palaver/client';
import { createPalaverStore } from '@palaver/client/store';
import { renderToString } from 'react-dom/server';
import { Chat } from './chat.js';

/** What a server sends before the page runs. The store calls nothing meanwhile. */
export function page(): string {
  const client = createPalaverClient({ url: 'https://chat.example.org' });
  return renderToString(<Chat store={createPalaverStore({ client })} channelId="" />);
}
