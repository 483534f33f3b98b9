import { startDemoPanel } from './demo-panel.js';
import { find } from './dom.js';
import { highlight } from './highlight.js';
import { LivePanel } from './live-panel.js';
import { startNavigation } from './navigation.js';
import { OperationPanel } from './operation-panel.js';
import { startSearch } from './search.js';
import { Session } from './session.js';
import { currentTheme, startTheme, toggleTheme } from './theme.js';

/** Starts what the page does. The script itself runs before there is a body, so that the theme is there first. */
function start(): void {
  const session = new Session();
  for (const code of document.querySelectorAll('code[data-language]'))
    highlight(code, code.textContent ?? '');
  for (const article of document.querySelectorAll<HTMLElement>('[data-operation]'))
    new OperationPanel(article, session);
  new LivePanel(find(document, '[data-live]', HTMLElement), session);
  startDemoPanel(find(document, '[data-demo]', HTMLElement), session);
  const nav = find(document, '#navigation', HTMLElement);
  startNavigation(nav, find(document, '[data-menu]', HTMLButtonElement));
  startSearch(nav);
  startThemeButton(find(document, '[data-theme-toggle]', HTMLButtonElement));
  session.resume();
}

function startThemeButton(button: HTMLButtonElement): void {
  const name = () =>
    button.setAttribute(
      'aria-label',
      currentTheme() === 'dark' ? 'Use the light theme' : 'Use the dark theme',
    );
  button.addEventListener('click', () => {
    toggleTheme();
    name();
  });
  name();
}

startTheme();
document.addEventListener('DOMContentLoaded', start);
