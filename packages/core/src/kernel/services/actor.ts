/** An API key that a request is made with. */
export interface ApiKeyInUse {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The user that makes a request: by a person's session, a bot's token, or an API key that acts for a person. */
export interface Actor {
  readonly userId: string;
  readonly isBot: boolean;
  readonly sessionId: string;
  /** The API key that acts for the person; absent for all others. Then `sessionId` is the id of the key. */
  readonly key?: ApiKeyInUse;
  /** What the token of a bot may do; absent for one that may do everything that bots may, and for people. */
  readonly scopes?: readonly string[];
}

declare const authorized: unique symbol;

/**
 * A row that an `access…` function has fetched **and** authorized for `Action`. Actions take this type only, so that a
 * call without the check does not compile.
 */
export type Authorized<Row, Action extends string> = Row & { readonly [authorized]: Action };

/** Marks a row as authorized. Only `access.ts` files call it, after the check. */
export function authorize<Row, Action extends string>(row: Row, _action: Action): Authorized<Row, Action> {
  // The brand exists in the type only, and only this function adds it.
  return row as Authorized<Row, Action>;
}
