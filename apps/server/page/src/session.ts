import { ApiError } from './api-error.js';
import { Demo, type DemoState } from './demo.js';

const KEY = 'palaver.demo';

type Listener = () => void;

/** What a visitor brings: the token of an account, or an invite to register with. */
export interface Entry {
  readonly token?: string;
  readonly inviteCode?: string;
}

/** The demo account of this tab. */
export class Session {
  #demo = new Demo(sendHere);
  readonly #listeners: Listener[] = [];

  get demo(): Demo {
    return this.#demo;
  }

  /** Whether there is an account to call with. */
  get isOpen(): boolean {
    return this.#demo.made.person !== undefined;
  }

  /** Whose account it is. */
  get username(): string | null {
    return this.#demo.made.person?.username ?? null;
  }

  /** Calls a listener at each change of what is filled in. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Takes up the account of the last load of the page, unless it is gone. */
  async resume(): Promise<void> {
    const stored = sessionStorage.getItem(KEY);
    if (stored === null) return;
    // This page alone writes under the key.
    const demo = new Demo(sendHere, JSON.parse(stored) as DemoState);
    const { token } = demo.made.person ?? {};
    if (token === undefined) return;
    try {
      await new Demo(sendHere).signIn(token);
      this.#demo = demo;
      this.changed();
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.status === 401)) throw cause;
      sessionStorage.removeItem(KEY);
    }
  }

  /**
   * Registers a new account, or takes that of a token, and makes what the examples need. Rejects with an `ApiError`;
   * what was made before it is kept.
   */
  async open({ token, inviteCode }: Entry, onMade: (name: string) => void): Promise<void> {
    const demo = new Demo(sendHere);
    if (token !== undefined) await demo.signIn(token);
    try {
      await demo.start(onMade, inviteCode ?? null);
    } finally {
      if (demo.made.person !== undefined) {
        this.#demo = demo;
        this.changed();
      }
    }
  }

  /** Keeps what is made and tells the listeners. */
  changed(): void {
    sessionStorage.setItem(KEY, JSON.stringify(this.#demo.state));
    for (const listener of this.#listeners) listener();
  }
}

function sendHere(target: string, init: RequestInit): Promise<Response> {
  return fetch(target, init);
}
