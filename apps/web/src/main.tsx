import './styles/theme.css';
import './styles/base.css';
import './styles/code.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { I18nProvider } from './i18n/i18n.js';
import { applyDensity } from './styles/density.js';
import { applyTheme } from './styles/theme.js';

applyTheme();
applyDensity();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <I18nProvider>
      <App />
    </I18nProvider>
  </StrictMode>,
);
