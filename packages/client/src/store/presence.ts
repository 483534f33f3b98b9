import type { PalaverEvent } from '../events/frames.js';

/** Who is typing is shown for so long after the last sign of it; the service sends one at most every three seconds. */
const TYPING_MS = 6_000;

const NOBODY: ReadonlySet<string> = new Set();

type Shown = Extract<PalaverEvent, { type: 'presence.updated' }>['data'];

/** What is told and not logged: who is typing, and who is online. Without a connection nothing is known of it. */
export class Presence {
  readonly #onChange: () => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #typing: ReadonlyMap<string, readonly string[]> = new Map();
  #online = NOBODY;
  #idle = NOBODY;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** By channel, the ids of those who are typing there. */
  get typing(): ReadonlyMap<string, readonly string[]> {
    return this.#typing;
  }

  /** The ids of those who are online in a server that is followed. */
  get online(): ReadonlySet<string> {
    return this.#online;
  }

  /** The ids of those among them who are away. */
  get idle(): ReadonlySet<string> {
    return this.#idle;
  }

  receive(event: PalaverEvent, userId: string): void {
    if (event.type === 'presence.updated') this.#set(event.data);
    else if (event.type === 'message.created') this.#stop(event.data.channelId, event.data.userId);
    else if (event.type === 'typing.started' && event.data.userId !== userId) {
      this.#start(event.data.channelId, event.data.userId);
    }
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#typing = new Map();
    this.#online = NOBODY;
    this.#idle = NOBODY;
    this.#onChange();
  }

  #set({ userId, online, idle }: Shown): void {
    if (this.#online.has(userId) === online && this.#idle.has(userId) === idle) return;
    this.#online = withOrWithout(this.#online, userId, online);
    this.#idle = withOrWithout(this.#idle, userId, idle);
    this.#onChange();
  }

  #start(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => this.#stop(channelId, userId), TYPING_MS),
    );
    const typing = this.#typing.get(channelId) ?? [];
    if (!typing.includes(userId)) this.#setTyping(channelId, [...typing, userId]);
  }

  #stop(channelId: string, userId: string): void {
    const key = `${channelId} ${userId}`;
    if (!this.#timers.has(key)) return;
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const rest = (this.#typing.get(channelId) ?? []).filter((id) => id !== userId);
    this.#setTyping(channelId, rest);
  }

  #setTyping(channelId: string, userIds: readonly string[]): void {
    const next = new Map(this.#typing);
    if (userIds.length === 0) next.delete(channelId);
    else next.set(channelId, userIds);
    this.#typing = next;
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
