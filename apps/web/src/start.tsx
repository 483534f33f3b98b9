import { ChatHostProvider } from '@palaver/elements/host/chat-host.js';
import { Boundary } from '@palaver/elements/ui/boundary.js';
import { keepComposingKeys } from '@palaver/elements/ui/composing.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { WEB_HOST } from './chat/web-host.js';
import { I18nProvider } from './i18n/i18n.js';
import { reloadWhenOutdated } from './live/outdated.js';

/** Shows the page. Called once it is known whose it is. */
export function render(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id "root"');
  keepComposingKeys(window);
  reloadWhenOutdated();
  createRoot(root).render(
    <StrictMode>
      <I18nProvider>
        <ChatHostProvider value={WEB_HOST}>
          <Boundary of="page">
            <App />
          </Boundary>
        </ChatHostProvider>
      </I18nProvider>
    </StrictMode>,
  );
}
