import type { Call, ExampleFile } from './call.js';
import { find } from './dom.js';
import type { Json } from './operation.js';

/** The fields of an operation's form. */
export class OperationForm {
  readonly element: HTMLFormElement;
  readonly #inputs: readonly HTMLInputElement[];
  readonly #body: HTMLTextAreaElement | null;
  readonly #file: HTMLInputElement | null;
  #filled: Call;
  #isEdited = false;

  constructor(root: HTMLElement, call: Call) {
    this.element = find(root, 'form', HTMLFormElement);
    this.#inputs = [
      ...this.element.querySelectorAll<HTMLInputElement>('input[data-in="path"], input[data-in="query"]'),
    ];
    this.#body = this.element.querySelector('textarea');
    this.#file = this.element.querySelector('input[type="file"]');
    this.#filled = call;
    this.element.addEventListener('input', () => {
      this.#isEdited = true;
    });
    this.fill(call);
  }

  /** Whether a person has changed what was filled in. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** Fills in a call. */
  fill(call: Call): void {
    this.#filled = call;
    this.#isEdited = false;
    for (const input of this.#inputs) input.value = call[placeOf(input)][input.name] ?? '';
    if (this.#body !== null) {
      this.#body.value = JSON.stringify(call.json, null, 2);
      this.#body.rows = Math.min(this.#body.value.split('\n').length, 16);
    }
    const file = this.element.querySelector('[data-file]');
    if (file !== null && call.file !== null) file.textContent = `${call.file.name}, or choose one of yours:`;
  }

  /** The call with what a person has written. Throws a sentence for a body that is no JSON. */
  async call(): Promise<Call> {
    const values = (place: 'path' | 'query') =>
      Object.fromEntries(
        this.#inputs
          .filter((input) => placeOf(input) === place && (place === 'path' || input.value !== ''))
          .map(({ name, value }) => [name, value]),
      );
    const [chosen] = this.#file?.files ?? [];
    return {
      ...this.#filled,
      path: values('path'),
      query: values('query'),
      json: this.#body === null ? null : jsonOf(this.#body.value),
      file: chosen === undefined ? this.#filled.file : await exampleFile(chosen),
    };
  }
}

function placeOf({ dataset }: HTMLInputElement): 'path' | 'query' {
  return dataset.in === 'query' ? 'query' : 'path';
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('The body is not valid JSON.', { cause });
  }
}

function exampleFile(file: File): Promise<ExampleFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error));
    reader.addEventListener('load', () => {
      // `readAsDataURL` gives a text: `data:<type>;base64,<content>`.
      const [, base64 = ''] = String(reader.result).split(',');
      resolve({ name: file.name, type: file.type || 'application/octet-stream', base64 });
    });
    reader.readAsDataURL(file);
  });
}
