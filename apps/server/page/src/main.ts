import { startDemoPanel } from './demo-panel.js';
import { find } from './dom.js';
import { highlight } from './highlight.js';
import { LivePanel } from './live-panel.js';
import { startNavigation } from './navigation.js';
import { OperationPanel } from './operation-panel.js';
import { startSearch } from './search.js';
import { Session } from './session.js';
import { currentTheme, toggleTheme } from './theme.js';

const session = new Session();

for (const code of document.querySelectorAll('code[data-language]')) highlight(code, code.textContent ?? '');
for (const article of document.querySelectorAll<HTMLElement>('[data-operation]'))
  new OperationPanel(article, session);
new LivePanel(find(document, '[data-live]', HTMLElement), session);
startDemoPanel(find(document, '[data-demo]', HTMLElement), session);

const nav = find(document, '#navigation', HTMLElement);
startNavigation(nav, find(document, '[data-menu]', HTMLButtonElement));
startSearch(nav);

const theme = find(document, '[data-theme-toggle]', HTMLButtonElement);
const nameTheme = () =>
  theme.setAttribute('aria-label', currentTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme');
theme.addEventListener('click', () => {
  toggleTheme();
  nameTheme();
});
nameTheme();

await session.resume();
