/** A backend whose tokens sign people in (docs/identity.md, Minted users). */
export interface TokenIssuer {
  /** The external ids of its people begin with it and a colon, so that no issuer speaks for the people of another. */
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  /** Never log it. A token may be signed with either secret. */
  readonly key:
    | { readonly jwksUrl: string }
    | { readonly secret: string; readonly previousSecret?: string | undefined }
    | { readonly publicKey: string };
  /** Those of `SECRET_ALGORITHMS` for a secret, of `KEY_ALGORITHMS` for the others. */
  readonly algorithms: readonly string[];
  readonly maxAgeSeconds: number;
  /** Whether a token must have a `jti`, and so works once. */
  readonly requireJti: boolean;
  /** The ids of the servers that a new account joins. */
  readonly defaultServers: readonly string[];
}

/** A secret and a public key never share an algorithm: else who knows the public key could sign with it as a secret. */
export const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const;
export const KEY_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** What a verified token says. */
export interface IssuedToken {
  readonly issuer: TokenIssuer;
  readonly externalId: string;
  /** Null for a token without one, which may be used until it expires. */
  readonly jti: string | null;
  /** From then on it is refused as expired. */
  readonly refusedAt: Date;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Verifies the tokens of the configured issuers. */
export interface IssuedTokenVerifier {
  /** Throws `TOKEN_REFUSED` with the reason, or `ISSUER_UNAVAILABLE` when the issuer's keys cannot be read. */
  verify(token: string, now: Date): Promise<IssuedToken>;
}
