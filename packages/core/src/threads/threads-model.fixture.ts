/** A message of the model. `at` is its place among all messages of the channel, from 1. */
export interface ModelMessage {
  readonly id: string;
  readonly at: number;
  readonly author: number;
  readonly root: ModelMessage | null;
  /** Whether the list of the channel has it: it is unread there, and not in its thread. */
  readonly isInChannel: boolean;
  mentions: ReadonlySet<number>;
  isDeleted: boolean;
}

interface Place {
  following: boolean;
  readAt: number;
  setBackAt: number;
}

/** What the threads of one channel are by docs/notifications.md, counted anew for each answer. People are numbers. */
export class ThreadsModel {
  readonly #messages: ModelMessage[] = [];
  readonly #places = new Map<string, Place>();
  readonly #members: Set<number>;

  constructor(people: number) {
    this.#members = new Set(Array.from({ length: people }, (_, who) => who));
  }

  isMember = (who: number) => this.#members.has(who);
  join = (who: number) => void this.#members.add(who);
  leave = (who: number) => void this.#members.delete(who);
  isFollowing = (who: number, root: ModelMessage) => this.#place(who, root)?.following ?? false;

  pickRoot(n: number): ModelMessage | null {
    const roots = this.#messages.filter(({ root, isDeleted }) => root === null && !isDeleted);
    return roots[n % roots.length] ?? null;
  }

  pickMessage(n: number): ModelMessage | null {
    const messages = this.#messages.filter(({ isDeleted }) => !isDeleted);
    return messages[n % messages.length] ?? null;
  }

  post(
    author: number,
    id: string,
    root: ModelMessage | null,
    names: readonly number[],
    isInChannel = root === null,
  ): void {
    const at = this.#messages.length + 1;
    const mentions = this.#readers(names);
    this.#messages.push({ id, at, author, root, isInChannel, mentions, isDeleted: false });
    if (root === null) return;
    if (!this.#place(root.author, root)) this.#begin(root.author, root, 0);
    this.#begin(author, root, at);
    for (const who of mentions) this.#begin(who, root, at - 1);
  }

  edit(message: ModelMessage, names: readonly number[]): void {
    const before = message.mentions;
    message.mentions = this.#readers(names);
    if (message.root === null) return;
    for (const who of message.mentions) {
      if (!before.has(who)) this.#begin(who, message.root, message.at - 1);
    }
  }

  delete(message: ModelMessage): void {
    const place = message.root && this.#place(message.author, message.root);
    if (place && place.setBackAt < message.at) place.readAt = Math.max(place.readAt, message.at);
    message.isDeleted = true;
  }

  follow(who: number, root: ModelMessage): void {
    this.#begin(who, root, this.#messages.length);
  }

  unfollow(who: number, root: ModelMessage): void {
    const place = this.#place(who, root);
    if (place) place.following = false;
  }

  read(who: number, root: ModelMessage, message: ModelMessage): void {
    const place = this.#place(who, root);
    if (place) place.readAt = Math.max(place.readAt, message.at, root.at);
  }

  setBack(who: number, root: ModelMessage, message: ModelMessage): void {
    const place = this.#place(who, root);
    if (place) Object.assign(place, { readAt: message.at - 1, setBackAt: this.#messages.length });
  }

  /** The threads that somebody follows, that with the newest reply first. */
  list(who: number) {
    const roots = this.#messages.filter(
      (message) => message.root === null && !message.isDeleted && this.isFollowing(who, message),
    );
    const threads = this.isMember(who) ? roots.map((root) => ({ root, replies: this.#repliesOf(root) })) : [];
    const activity = ({ root, replies }: (typeof threads)[number]) => replies.at(-1)?.at ?? root.at;
    return threads
      .sort((one, other) => activity(other) - activity(one))
      .map(({ root, replies }) => {
        const unread = this.#unread(who, root, replies);
        return {
          threadId: root.id,
          lastReplyId: replies.at(-1)?.id ?? null,
          unreadCount: unread.length,
          firstUnreadMessageId: unread[0]?.id ?? null,
          mentionCount: unread.filter(({ mentions }) => mentions.has(who)).length,
        };
      });
  }

  #unread(who: number, root: ModelMessage, replies: readonly ModelMessage[]): ModelMessage[] {
    const { readAt = 0, setBackAt = 0 } = this.#place(who, root) ?? {};
    const own = replies.filter(({ author, at }) => author === who && at > setBackAt);
    const position = Math.max(readAt, ...own.map(({ at }) => at));
    return replies.filter(({ author, at, isInChannel }) => !isInChannel && author !== who && at > position);
  }

  #repliesOf(root: ModelMessage): ModelMessage[] {
    return this.#messages.filter((message) => message.root === root && !message.isDeleted);
  }

  #readers(names: readonly number[]): Set<number> {
    return new Set(names.filter((who) => this.isMember(who)));
  }

  #place(who: number, root: ModelMessage): Place | undefined {
    return this.#places.get(`${who} ${root.id}`);
  }

  /** Follows a thread, also again, from a place on. For who follows it already nothing changes. */
  #begin(who: number, root: ModelMessage, readAt: number): void {
    const place = this.#place(who, root);
    if (!place) this.#places.set(`${who} ${root.id}`, { following: true, readAt, setBackAt: 0 });
    else if (!place.following)
      Object.assign(place, { following: true, readAt: Math.max(place.readAt, readAt) });
  }
}
