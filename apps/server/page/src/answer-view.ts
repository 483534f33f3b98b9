import { element, find } from './dom.js';
import { highlight } from './highlight.js';

/** More of an answer is not shown. */
const SHOWN_CHARACTERS = 20_000;

/** Shows an answer: its status, its time, its headers that matter and its body. */
export class AnswerView {
  readonly #root: HTMLElement;
  readonly #result: HTMLElement;
  readonly #body: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = find(root, '[data-answer]', HTMLElement);
    this.#result = find(root, '[data-result]', HTMLElement);
    this.#body = find(root, '[data-body]', HTMLElement);
  }

  hide(): void {
    this.#root.hidden = true;
  }

  async show(response: Response, milliseconds: number): Promise<void> {
    const requestId = response.headers.get('X-Request-Id') ?? '';
    const status = element('span', response.ok ? 'status' : 'status error', `${response.status}`);
    this.#result.replaceChildren(status, ` in ${Math.round(milliseconds)} ms, request ${requestId}`);
    await this.#showBody(response);
    this.#root.hidden = false;
  }

  async #showBody(response: Response): Promise<void> {
    const type = response.headers.get('Content-Type') ?? '';
    if (type.startsWith('image/')) {
      const image = element('img', '');
      image.src = URL.createObjectURL(await response.blob());
      image.alt = 'The image of the answer';
      image.addEventListener('load', () => URL.revokeObjectURL(image.src));
      return this.#body.replaceChildren(image);
    }
    const text = await response.text();
    const shown = type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
    const cut = shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}\n…` : shown;
    highlight(this.#body, cut);
  }
}
