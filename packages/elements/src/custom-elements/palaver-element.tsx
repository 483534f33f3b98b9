import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Palaver, type UnreadTotal } from '../embed/palaver.js';
import type { PalaverSession, PalaverToken } from '../embed/session.js';
import type { Place } from '../host/chat-host.js';
import { styleSheet } from './style-sheet.js';

const PROPERTIES = ['token', 'session'] as const;

/** A whole chat has a height where the page says none. Its parts take that of their place in the page. */
const HOST_STYLES = `
:host { display: block; min-width: 0; min-height: 0; }
:host(palaver-chat) { height: 36rem; max-height: 100dvh; }
:host([hidden]) { display: none; }`;

/** What the elements have in common: attributes, properties, the shadow root, and the events that they fire. */
export abstract class PalaverElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [
    'url',
    'token',
    'channel',
    'server',
    'single',
    'lang',
    'theme',
  ];
  #token: PalaverToken | null = null;
  #session: PalaverSession | null = null;
  #root: Root | null = null;
  #isWaiting = false;

  /** The token of the person, or a function that gets one from your backend; null for that of the attribute. */
  get token(): PalaverToken | null {
    return this.#token ?? this.getAttribute('token');
  }
  set token(token: PalaverToken | null) {
    this.#token = token;
    this.#update();
  }

  /** A session of `openSession`, in the place of `url` and `token`. */
  get session(): PalaverSession | null {
    return this.#session;
  }
  set session(session: PalaverSession | null) {
    this.#session = session;
    this.#update();
  }

  /** The id of the channel to show. What the person opens later is told by `palaver-show`, and not written here. */
  get channel(): string | null {
    return this.getAttribute('channel');
  }
  set channel(id: string | null) {
    if (id === null) this.removeAttribute('channel');
    else this.setAttribute('channel', id);
  }

  connectedCallback(): void {
    // What a page has set before the module was loaded stands in the way of the property.
    for (const name of PROPERTIES) this.#adopt(name);
    this.#update();
  }

  attributeChangedCallback(): void {
    this.#update();
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = null;
    });
  }

  /** What the element shows. */
  protected abstract content(): ReactNode;

  /** Whether its parts show their own place, or what all parts of the page with the same session show. */
  protected abstract readonly place: 'own' | 'page';

  protected get server(): string | null {
    return this.getAttribute('server');
  }

  #adopt(name: (typeof PROPERTIES)[number]): void {
    if (!Object.hasOwn(this, name)) return;
    const { [name]: value } = this;
    delete this[name];
    Object.assign(this, { [name]: value });
  }

  /** Renders once for all that changes in the same task. */
  #update(): void {
    if (!this.isConnected || this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.isConnected) this.#render();
    });
  }

  #render(): void {
    const url = this.#url();
    const theme = this.getAttribute('theme');
    this.#root ??= createRoot(this.#shadow());
    this.#root.render(
      <Palaver
        url={url}
        token={this.token}
        session={this.#session ?? undefined}
        language={languageOf(this)}
        theme={theme === 'light' || theme === 'dark' ? theme : undefined}
        place={this.place}
        onShow={(place: Place) => this.#fire('palaver-show', place)}
        onUnread={(unread: UnreadTotal) => this.#fire('palaver-unread', unread)}
        onSignedOut={() => this.#fire('palaver-signed-out', null)}
      >
        {this.content()}
      </Palaver>,
    );
  }

  #shadow(): ShadowRoot {
    if (this.shadowRoot) return this.shadowRoot;
    const shadow = this.attachShadow({ mode: 'open' });
    const own = new CSSStyleSheet();
    own.replaceSync(HOST_STYLES);
    shadow.adoptedStyleSheets = [styleSheet(), own];
    return shadow;
  }

  /** Undefined while it is not said. What is no URL is an error of the page. */
  #url(): string | undefined {
    const url = this.getAttribute('url');
    if (url === null || URL.canParse(url)) return url ?? undefined;
    reportError(
      new TypeError(
        `<${this.localName}>: the attribute "url" must be the URL of the service, such as https://chat.example.org, and not "${url}".`,
      ),
    );
    return undefined;
  }

  /** Returns false where a listener has prevented what the event tells. */
  #fire(type: string, detail: unknown): boolean {
    return this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }
}

/** The nearest one that says which. */
function languageOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[lang]')?.lang || undefined;
}
