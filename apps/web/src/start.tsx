import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { I18nProvider } from './i18n/i18n.js';
import { Boundary } from './ui/boundary.js';
import { keepComposingKeys } from './ui/composing.js';

/** Shows the page. Called once it is known whose it is. */
export function render(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id "root"');
  keepComposingKeys(window);
  createRoot(root).render(
    <StrictMode>
      <I18nProvider>
        <Boundary of="page">
          <App />
        </Boundary>
      </I18nProvider>
    </StrictMode>,
  );
}
