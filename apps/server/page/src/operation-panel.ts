import { AnswerView } from './answer-view.js';
import { requestInit, targetOf } from './call.js';
import { element, find, sentenceOf } from './dom.js';
import { exampleOf } from './examples.js';
import type { Operation } from './operation.js';
import { OperationForm } from './operation-form.js';
import { SamplePanel } from './sample-panel.js';
import type { Session } from './session.js';

/** The code and the form of an operation. */
export class OperationPanel {
  readonly #operation: Operation;
  readonly #session: Session;
  readonly #details: HTMLDetailsElement;
  readonly #samples: SamplePanel;
  readonly #form: OperationForm;
  readonly #answer: AnswerView;
  readonly #progress: HTMLElement;

  constructor(article: HTMLElement, session: Session) {
    // operation-view.ts of the server writes the attribute from this type.
    this.#operation = JSON.parse(article.dataset.operation ?? '') as Operation;
    this.#session = session;
    this.#details = find(article, 'details.form', HTMLDetailsElement);
    this.#progress = find(article, '[data-progress]', HTMLElement);
    const call = session.demo.callOf(this.#operation);
    const title = find(article, 'h3', HTMLElement).textContent ?? '';
    this.#samples = new SamplePanel(find(article, '[data-samples]', HTMLElement), call, title);
    this.#form = new OperationForm(this.#details, call);
    this.#answer = new AnswerView(this.#details);
    this.#showNote();
    this.#details.addEventListener('toggle', () => this.#details.open && this.#prepare());
    this.#form.element.addEventListener('input', () => this.#showCode());
    this.#form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    session.onChange(() => this.#fill());
  }

  #showNote(): void {
    const { refused } = exampleOf(this.#operation);
    const note = find(this.#details, '[data-note]', HTMLElement);
    const text =
      this.#session.isOpen || !this.#operation.signedIn ? refused?.because : 'This needs an account: ';
    note.hidden = text === undefined;
    note.textContent = text ?? '';
    if (!this.#session.isOpen && this.#operation.signedIn) {
      const link = element('a', '', 'make a demo account');
      link.href = '#demo-title';
      note.append(link, '.');
    }
  }

  #fill(): void {
    this.#showNote();
    if (this.#form.isEdited) return;
    const call = this.#session.demo.callOf(this.#operation);
    this.#form.fill(call);
    this.#samples.call = call;
  }

  async #showCode(): Promise<void> {
    try {
      this.#samples.call = await this.#form.call();
      this.#progress.textContent = '';
    } catch (cause) {
      this.#progress.textContent = sentenceOf(cause);
    }
  }

  /** Makes what the call needs and fills it in. */
  async #prepare(): Promise<void> {
    if (!this.#session.isOpen) return;
    const before = Object.keys(this.#session.demo.made).length;
    this.#progress.textContent = 'Making what this call needs…';
    try {
      await this.#session.demo.prepare(this.#operation);
      this.#progress.textContent = '';
    } catch (cause) {
      this.#progress.textContent = sentenceOf(cause);
    }
    if (Object.keys(this.#session.demo.made).length !== before) this.#session.changed();
    this.#fill();
  }

  async #send(): Promise<void> {
    this.#progress.textContent = 'Sending…';
    this.#answer.hide();
    try {
      if (!this.#form.isEdited) await this.#prepare();
      const call = await this.#form.call();
      this.#samples.call = call;
      const start = performance.now();
      const response = await fetch(targetOf(call), requestInit(call));
      await this.#answer.show(response, performance.now() - start);
      this.#progress.textContent = '';
      if (response.ok) await this.#renew();
    } catch (cause) {
      this.#progress.textContent = sentenceOf(cause);
    }
  }

  /** After a success the next call has names that are not taken, and objects in place of those that are gone. */
  async #renew(): Promise<void> {
    this.#session.demo.used(this.#operation);
    this.#session.changed();
    if (this.#form.isEdited || !this.#session.isOpen) return;
    await this.#prepare();
  }
}
