/** Who of the users with connections to this node is invisible. */
export class Visibility {
  readonly #invisible = new Map<string, boolean>();
  readonly #find: (userId: string) => Promise<boolean>;
  readonly #onChange: (userId: string) => void;

  /** `find` looks up whether an account is invisible; `onChange` is called where that has changed. */
  constructor(find: (userId: string) => Promise<boolean>, onChange: (userId: string) => void) {
    this.#find = find;
    this.#onChange = onChange;
  }

  isInvisible(userId: string): boolean {
    return this.#invisible.get(userId) ?? false;
  }

  /** Looks up a user of whom nothing is known yet. */
  async learn(userId: string): Promise<void> {
    if (this.#invisible.has(userId)) return;
    const isInvisible = await this.#find(userId);
    if (!this.#invisible.has(userId)) this.set(userId, isInvisible);
  }

  set(userId: string, isInvisible: boolean): void {
    const before = this.isInvisible(userId);
    this.#invisible.set(userId, isInvisible);
    if (before !== isInvisible) this.#onChange(userId);
  }

  /** Brings those who are known up to date. */
  update(users: Iterable<{ readonly userId: string; readonly invisible: boolean }>): void {
    for (const { userId, invisible } of users) if (this.#invisible.has(userId)) this.set(userId, invisible);
  }

  /** The last connection of a user has gone. */
  forget(userId: string): void {
    this.#invisible.delete(userId);
  }
}
