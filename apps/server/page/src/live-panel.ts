import { requestInit, targetOf } from './call.js';
import { element, find, sentenceOf } from './dom.js';
import { highlight } from './highlight.js';
import type { Json, Operation } from './operation.js';
import type { Session } from './session.js';

/** Older frames are taken off the list. */
const SHOWN_FRAMES = 200;

const TICKET = callOf('POST', '/api/ws/ticket');
const POST = callOf('POST', '/api/channels/{channelID}/messages');

/** Opens the WebSocket of the demo account and shows what goes over it. */
export class LivePanel {
  readonly #root: HTMLElement;
  readonly #session: Session;
  readonly #frames: HTMLOListElement;
  readonly #state: HTMLElement;
  #socket: WebSocket | null = null;
  #events = 0;

  constructor(root: HTMLElement, session: Session) {
    this.#root = root;
    this.#session = session;
    this.#frames = find(root, '[data-frames]', HTMLOListElement);
    this.#state = find(root, '[data-state]', HTMLElement);
    find(root, '[data-connect]', HTMLButtonElement).addEventListener('click', () => this.#toggle());
    find(root, '[data-post]', HTMLButtonElement).addEventListener('click', () => this.#post());
    find(root, '[data-send]', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#sendWritten();
    });
    let account: string | undefined;
    session.onChange(() => {
      const { id } = session.demo.made.person ?? {};
      if (id === account) return;
      account = id;
      this.#socket?.close();
      this.#connect();
    });
  }

  #toggle(): void {
    if (this.#socket === null) this.#connect();
    else this.#socket.close();
  }

  async #connect(): Promise<void> {
    const { person, channel, server } = this.#session.demo.made;
    if (person === undefined) return this.#say('Make a demo account first, at the top of the page.');
    this.#say('Connecting…');
    try {
      const ticket = await this.#call(TICKET, {}, null);
      const url = new URL(`/api/ws?ticket=${encodeURIComponent(ticket)}`, location.href);
      url.protocol = url.protocol.replace('http', 'ws');
      this.#follow(
        new WebSocket(url),
        [channel?.id, server?.id, person.id].filter((id) => id !== undefined),
      );
    } catch (cause) {
      this.#say(sentenceOf(cause));
    }
  }

  #follow(socket: WebSocket, channelIds: readonly string[]): void {
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#showOpen(true);
      this.#say('Connected.');
      this.#send({ type: 'subscribe', data: { channelIds } });
    });
    socket.addEventListener('message', ({ data }) => this.#show('received', String(data)));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#showOpen(false);
      this.#say(`Closed with code ${code}${reason === '' ? '' : `: ${reason}`}.`);
    });
  }

  #showOpen(isOpen: boolean): void {
    find(this.#root, '[data-connect]', HTMLButtonElement).textContent = isOpen ? 'Disconnect' : 'Connect';
    for (const button of this.#root.querySelectorAll<HTMLButtonElement>('[data-post], [data-send] button'))
      button.disabled = !isOpen;
    find(document, '[data-live-link]', HTMLElement).hidden = !isOpen;
  }

  #sendWritten(): void {
    try {
      this.#send(JSON.parse(find(this.#root, 'textarea', HTMLTextAreaElement).value));
    } catch {
      this.#say('The frame is not valid JSON.');
    }
  }

  #send(frame: Json): void {
    this.#socket?.send(JSON.stringify(frame));
    this.#show('sent', JSON.stringify(frame));
  }

  #show(kind: 'sent' | 'received', text: string): void {
    const frame: { readonly type?: string } = JSON.parse(text);
    const code = element('code', '');
    highlight(code, JSON.stringify(frame, null, 2));
    const time = element('time', '', new Date().toLocaleTimeString([], { hour12: false }));
    const title = element(
      'summary',
      '',
      element('span', `method ${kind}`, kind),
      ` ${frame.type ?? ''} `,
      time,
    );
    this.#frames.prepend(element('li', '', element('details', '', title, element('pre', '', code))));
    if (this.#frames.childElementCount > SHOWN_FRAMES) this.#frames.lastElementChild?.remove();
    if (kind === 'received')
      find(document, '[data-live-count]', HTMLElement).textContent = String(++this.#events);
  }

  async #post(): Promise<void> {
    const { id = '' } = this.#session.demo.made.channel ?? {};
    try {
      await this.#call(POST, { channelID: id }, { content: `It is ${new Date().toLocaleTimeString()}.` });
    } catch (cause) {
      this.#say(sentenceOf(cause));
    }
  }

  /** Calls as the demo account. Resolves with the ticket, where the answer has one. */
  async #call(operation: Operation, path: Readonly<Record<string, string>>, json: Json): Promise<string> {
    const { token = null } = this.#session.demo.made.person ?? {};
    const call = { operation, token, path, query: {}, json, file: null };
    const response = await fetch(targetOf(call), requestInit(call));
    const body: { data?: { ticket?: string }; error?: string } = await response.json();
    if (!response.ok) throw new Error(body.error);
    return body.data?.ticket ?? '';
  }

  #say(text: string): void {
    this.#state.textContent = text;
  }
}

function callOf(method: string, path: string): Operation {
  return {
    id: path,
    method,
    path,
    pathParameters: [],
    body: null,
    signedIn: true,
    procedure: null,
    answer: 'data',
  };
}
