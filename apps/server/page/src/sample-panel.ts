import type { Call } from './call.js';
import { element } from './dom.js';
import { highlight } from './highlight.js';
import { LANGUAGES } from './samples.js';

const KEY = 'palaver.language';
const CHOSEN = 'palaver-language';

/** The code of an operation in the language that is chosen for the whole page. */
export class SamplePanel {
  readonly #code = element('code', '');
  readonly #buttons: ReadonlyArray<readonly [string, HTMLButtonElement]>;
  #call: Call;

  constructor(root: HTMLElement, call: Call, title: string) {
    this.#call = call;
    const offered = LANGUAGES.filter(({ sample }) => sample(call, location.origin) !== null);
    this.#buttons = offered.map(({ id, title: name }) => [id, languageButton(id, name)]);
    const languages = element('div', 'languages', ...this.#buttons.map(([, button]) => button));
    languages.setAttribute('role', 'group');
    languages.setAttribute('aria-label', 'Language');
    const code = element('pre', '', this.#code);
    code.tabIndex = 0;
    code.setAttribute('role', 'region');
    code.setAttribute('aria-label', `Code: ${title}`);
    root.replaceChildren(element('div', 'bar', languages, this.#copyButton()), code);
    document.addEventListener(CHOSEN, () => this.#show());
    this.#show();
  }

  /** Shows the code of another call of the operation. */
  set call(call: Call) {
    this.#call = call;
    this.#show();
  }

  #show(): void {
    const chosen = localStorage.getItem(KEY);
    const [shown = 'curl'] = this.#buttons.find(([id]) => id === chosen) ?? [];
    for (const [id, button] of this.#buttons) button.setAttribute('aria-pressed', String(id === shown));
    const language = LANGUAGES.find(({ id }) => id === shown);
    highlight(this.#code, language?.sample(this.#call, location.origin) ?? '');
  }

  #copyButton(): HTMLButtonElement {
    const button = element('button', 'copy', 'Copy');
    button.type = 'button';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(this.#code.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    return button;
  }
}

function languageButton(id: string, title: string): HTMLButtonElement {
  const button = element('button', '', title);
  button.type = 'button';
  button.addEventListener('click', () => {
    localStorage.setItem(KEY, id);
    document.dispatchEvent(new Event(CHOSEN));
  });
  return button;
}
