import type { Cursors } from '../events/cursors.js';
import type { PalaverEvent } from '../events/frames.js';
import type { ResourceState, SingleResource } from '../state/resource.js';
import type { View } from '../state/view.js';
import { keepSame } from './equality.js';
import { applied, type Held, type Reading, resynced, withoutStream } from './held.js';

/** One answer, and the events since. */
export class HeldSingle<State> implements Held {
  readonly #resource: SingleResource<State>;
  #view: View<State> | null = null;
  #gone = false;
  #state: ResourceState<State> = { status: 'loading', value: null, stale: false };

  constructor(resource: SingleResource<State>) {
    this.#resource = resource;
  }

  get key(): string {
    return this.#resource.key;
  }

  get of(): string | null {
    return this.#resource.of;
  }

  get state(): ResourceState<State> {
    return this.#state;
  }

  get outdated(): boolean {
    return !this.#gone && (this.#view === null || this.#view.stale === true);
  }

  cursors(): readonly Cursors[] {
    return this.#view ? [this.#view.cursors] : [];
  }

  apply(event: PalaverEvent): boolean {
    return this.#view !== null && this.#set(applied(this.#view, event, this.#resource.reduce));
  }

  /** Changes the value by what the service has answered to a write, before its event comes; null where it must be read again. */
  patch(change: (state: State) => State | null): void {
    const view = this.#view;
    if (view === null) return;
    const state = change(view.state);
    this.#set(state === null ? { ...view, stale: true } : { ...view, state: keepSame(view.state, state) });
  }

  resync(streamId: string, seq: number): void {
    if (this.#view) this.#set(resynced(this.#view, streamId, seq));
  }

  lose(streamId: string): void {
    if (this.#resource.of === streamId) this.leave();
    else if (this.#view) this.#set(withoutStream(this.#view, streamId));
  }

  leave(): void {
    this.#gone = true;
    this.#view = null;
    this.#state = { status: 'gone', value: null, stale: false };
  }

  reopen(): void {
    if (!this.#gone) return;
    this.#gone = false;
    this.#state = { status: 'loading', value: null, stale: false };
  }

  async refresh(reading: Reading): Promise<void> {
    const { read, reduce } = this.#resource;
    const take = await reading(read, reduce);
    const view = take();
    this.#set({ ...view, state: keepSame(this.#view?.state, view.state) });
  }

  stored(): unknown {
    return this.#view === null ? undefined : { state: this.#view.state, cursors: this.#view.cursors };
  }

  restore(view: View<unknown>, isCurrent: boolean, follow: (cursors: Cursors) => boolean): void {
    if (this.#view !== null || this.#gone) return;
    // This release has stored it under this key: another one would have another version of the storage.
    const state = view.state as State;
    const isLive = isCurrent && !this.#resource.mustBeRead && follow(view.cursors);
    this.#set(isLive ? { state, cursors: view.cursors } : { state, cursors: {}, stale: true });
  }

  /** Returns whether the view is another one. */
  #set(view: View<State>): boolean {
    if (view === this.#view) return false;
    this.#view = view;
    const state = { status: 'ready', value: view.state, stale: view.stale ?? false } as const;
    this.#state = keepSame(this.#state, state);
    return true;
  }
}
