import { find, sentenceOf } from './dom.js';
import type { Session } from './session.js';

/** The button that makes a demo account, and the form for a token of one's own. */
export function startDemoPanel(root: HTMLElement, session: Session): void {
  const button = find(root, '[data-demo-start]', HTMLButtonElement);
  const state = find(root, '[data-demo-state]', HTMLElement);
  const form = find(root, '[data-demo-token]', HTMLFormElement);
  const showAccount = () => {
    const { person } = session.demo.made;
    if (person === undefined) return;
    state.textContent = `You are ${person.username}. Everything below is filled in.`;
    button.textContent = 'Make another one';
  };
  const open = async (token: string | null) => {
    button.disabled = true;
    state.textContent = 'Registering…';
    try {
      await session.open(token, (name) => {
        state.textContent = `Made: ${name}…`;
      });
      showAccount();
    } catch (cause) {
      const kept = session.isOpen ? ' What could be made is filled in below.' : '';
      state.textContent = sentenceOf(cause) + kept;
    }
    button.disabled = false;
  };
  button.addEventListener('click', () => open(null));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open(find(form, 'input', HTMLInputElement).value.trim());
  });
  session.onChange(() => !button.disabled && showAccount());
}
