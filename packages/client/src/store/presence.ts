import type { PalaverEvent } from '../events/frames.js';
import { TYPING_SHOWN_MS } from '../events/typing.js';
import type { StoreState } from './store-state.js';

type Known = Pick<StoreState, 'typing' | 'online' | 'idle'>;

const NOTHING: Known = { typing: new Map(), online: new Set(), idle: new Set() };

type Shown = Extract<PalaverEvent, { type: 'presence.updated' }>['data'];

/** What is told and not logged: who is typing, and who is online. Without a connection nothing is known of it. */
export class Presence {
  readonly #onChange: () => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #current = NOTHING;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): Known {
    return this.#current;
  }

  receive(event: PalaverEvent, userId: string): void {
    if (event.type === 'presence.updated') this.#show(event.data);
    else if (event.type === 'message.created') this.#stop(event.data.channelId, event.data.userId);
    else if (event.type === 'typing.started' && event.data.userId !== userId) {
      this.#start(event.data.channelId, event.data.userId);
    }
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#set(NOTHING);
  }

  #show({ userId, online, idle }: Shown): void {
    const before = this.#current;
    if (before.online.has(userId) === online && before.idle.has(userId) === idle) return;
    this.#set({
      online: withOrWithout(before.online, userId, online),
      idle: withOrWithout(before.idle, userId, idle),
    });
  }

  #start(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.#stop(channelId, userId), TYPING_SHOWN_MS),
    );
    const typing = this.#current.typing.get(channelId) ?? [];
    if (!typing.includes(userId)) this.#setTyping(channelId, [...typing, userId]);
  }

  #stop(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    if (!this.#timers.has(key)) return;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const rest = (this.#current.typing.get(channelId) ?? []).filter((id) => id !== userId);
    this.#setTyping(channelId, rest);
  }

  #setTyping(channelId: string, userIds: readonly string[]): void {
    const typing = new Map(this.#current.typing);
    if (userIds.length === 0) typing.delete(channelId);
    else typing.set(channelId, userIds);
    this.#set({ typing });
  }

  #set(change: Partial<Known>): void {
    this.#current = { ...this.#current, ...change };
    this.#onChange();
  }
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (ids.has(id) === isIn) return ids;
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
