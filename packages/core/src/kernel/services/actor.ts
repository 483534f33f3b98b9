/** The user that makes a request, by a person's session or a bot's token. */
export interface Actor {
  readonly userId: string;
  readonly isBot: boolean;
  readonly sessionId: string;
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
