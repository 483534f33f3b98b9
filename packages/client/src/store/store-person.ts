import type { ResourceState } from '../state/resource.js';
import { deferred } from './deferred.js';

/** Whose store it is: who the storage says, until the service says it. */
export class StorePerson {
  readonly #known = deferred<string>();
  readonly #confirmed = deferred<void>();
  #id: string | null = null;

  /** Null as long as nothing has said it. */
  get id(): string | null {
    return this.#id;
  }

  /** Resolves with the first id that anything says. */
  get known(): Promise<string> {
    return this.#known.promise;
  }

  /** Resolves once the service has said it. */
  get confirmed(): Promise<void> {
    return this.#confirmed.promise;
  }

  /** Takes the account that is known now. Calls `onAnother` where the storage was that of another person. */
  learn({ value, stale }: ResourceState<{ readonly id: string }>, onAnother: () => void): void {
    if (value === null) return;
    if (this.#id === null) {
      this.#id = value.id;
      this.#known.resolve(value.id);
    }
    if (stale) return;
    if (value.id !== this.#id) {
      this.#id = value.id;
      onAnother();
    }
    this.#confirmed.resolve();
  }
}
