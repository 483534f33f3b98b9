import {
  type CryptoKey,
  decodeJwt,
  errors,
  type FlattenedJWSInput,
  importSPKI,
  type JWSHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { AppError } from '../kernel/errors/app-error.js';
import { EXTERNAL_ID } from '../kernel/schema/metadata.js';
import type { IssuedToken, IssuedTokenVerifier, TokenIssuer } from '../kernel/services/token-issuer.js';
import { IssuerKeys } from './issuer-keys.js';

/** Clocks of backends differ by this many seconds. */
const TOLERANCE_SECONDS = 10;
const JTI_MAX = 255;

type GetKey = (
  header: JWSHeaderParameters,
  token: FlattenedJWSInput,
  now: number,
) => Promise<CryptoKey | Uint8Array>;

/** Verifies the tokens of the configured issuers. The keys of a JWKS address are kept. */
export class IssuedTokens implements IssuedTokenVerifier {
  readonly #issuers: ReadonlyMap<string, { readonly issuer: TokenIssuer; readonly keys: readonly GetKey[] }>;

  constructor(issuers: readonly TokenIssuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, { issuer, keys: keySources(issuer) }]));
  }

  /** Throws `TOKEN_REFUSED` with the reason, or `ISSUER_UNAVAILABLE` when the issuer's keys cannot be read. */
  async verify(token: string, now: Date): Promise<IssuedToken> {
    const found = this.#issuers.get(unverifiedIssuer(token) ?? '');
    if (found === undefined) throw refused('its issuer ("iss") is not configured here');
    const { issuer, keys } = found;
    const claims = await verifyWithOne(keys, token, issuer, now).catch((error: unknown) => {
      throw asRefusal(error);
    });
    return checked(issuer, claims);
  }
}

/** What the token says, signed with one of the keys. Throws the error of the last one. */
async function verifyWithOne(
  [getKey, ...others]: readonly GetKey[],
  token: string,
  issuer: TokenIssuer,
  now: Date,
): Promise<JWTPayload> {
  const getKeyNow: Parameters<typeof jwtVerify>[1] = async (header, given) => {
    if (getKey === undefined) throw new errors.JWKSNoMatchingKey();
    return getKey(header, given, now.getTime());
  };
  try {
    const { payload } = await jwtVerify(token, getKeyNow, {
      algorithms: [...issuer.algorithms],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['sub', 'iat', 'exp', ...(issuer.requireJti ? ['jti'] : [])],
      maxTokenAge: issuer.maxAgeSeconds,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (others.length === 0 || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifyWithOne(others, token, issuer, now);
  }
}

function checked(issuer: TokenIssuer, claims: JWTPayload): IssuedToken {
  const { sub = '', iat = 0, exp = 0, jti } = claims;
  if (exp - iat > issuer.maxAgeSeconds)
    throw refused(`it is valid for more than ${issuer.maxAgeSeconds} seconds`);
  const externalId = `${issuer.name}:${sub}`;
  if (sub === '' || !EXTERNAL_ID.test(externalId)) {
    throw refused(
      `"sub" is not of 1 to ${127 - issuer.name.length} printable characters of ASCII without spaces`,
    );
  }
  if (jti !== undefined && (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX)) {
    throw refused(`"jti" is not a text of 1 to ${JTI_MAX} characters`);
  }
  const refusedAt = new Date((exp + TOLERANCE_SECONDS) * 1000);
  return { issuer, externalId, jti: jti ?? null, refusedAt, claims };
}

/** Each is tried where a token is not signed with the one before. */
function keySources({ key, algorithms }: TokenIssuer): GetKey[] {
  if ('jwksUrl' in key) {
    const keys = new IssuerKeys(key.jwksUrl);
    return [(header, token, now) => keys.find(header, token, now)];
  }
  if ('secret' in key) {
    const secrets = [key.secret, key.previousSecret].filter((secret) => secret !== undefined);
    return secrets.map((secret) => async () => new TextEncoder().encode(secret));
  }
  const imported = importSPKI(key.publicKey, algorithms[0] ?? '');
  // It is checked at the start; a rejection without a listener would end the process.
  imported.catch(() => {});
  return [() => imported];
}

/** The issuer that a token names, to find the keys by which it is verified. */
function unverifiedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    throw refused('it is no signed JWT');
  }
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.JWTClaimValidationFailed) return refused(`"${error.claim}" is not valid`);
  if (error instanceof errors.JWTExpired) return refused('it has expired, or is too old');
  if (error instanceof errors.JOSEAlgNotAllowed) return refused('its algorithm is not allowed');
  if (error instanceof errors.JWKSNoMatchingKey) return refused('its issuer has no such key ("kid")');
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return refused('it does not say which key signed it ("kid")');
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused('its signature is wrong');
  const isOfToken =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported;
  return isOfToken ? refused('it is malformed') : new AppError('ISSUER_UNAVAILABLE', { cause: error });
}

function refused(reason: string): AppError {
  return new AppError('TOKEN_REFUSED', { message: `The token is refused: ${reason}.` });
}
