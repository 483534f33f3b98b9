import { find } from './dom.js';
import { refusalOf } from './refusal.js';
import type { Entry, Session } from './session.js';

/** The button that makes a demo account, and the forms for an invite to register with and for a token of one's own. */
export function startDemoPanel(root: HTMLElement, session: Session): void {
  const button = find(root, '[data-demo-start]', HTMLButtonElement);
  const state = find(root, '[data-demo-state]', HTMLElement);
  const ownToken = find(root, '[data-own-token]', HTMLDetailsElement);
  const invite = find(root, '[data-demo-invite]', HTMLFormElement);
  const showAccount = () => {
    const { person } = session.demo.made;
    if (person === undefined) return;
    state.textContent = `You are ${person.username}. Your token and ids are filled in below.`;
    button.textContent = 'Make another one';
  };
  const open = async (entry: Entry) => {
    const before = session.demo;
    button.disabled = true;
    state.textContent = entry.token === undefined ? 'Registering…' : 'Asking whose token this is…';
    try {
      await session.open(entry, (name) => {
        state.textContent = `Made: ${name}…`;
      });
      showAccount();
    } catch (cause) {
      const { text, form } = refusalOf(cause, session.demo === before ? null : session.username);
      state.textContent = text;
      if (form === 'invite') invite.hidden = false;
      if (form !== null) ownToken.open = true;
    }
    button.disabled = false;
  };
  button.addEventListener('click', () => open({}));
  onSubmit(invite, (inviteCode) => open({ inviteCode }));
  onSubmit(find(ownToken, 'form', HTMLFormElement), (token) => open({ token }));
  session.onChange(() => !button.disabled && showAccount());
}

/** Hands over what is typed into the one field of a form. */
function onSubmit(form: HTMLFormElement, take: (text: string) => void): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    take(find(form, 'input', HTMLInputElement).value.trim());
  });
}
