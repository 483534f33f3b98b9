import { createPublicKey } from 'node:crypto';
import { KEY_ALGORITHMS, SECRET_ALGORITHMS, type TokenIssuer } from '@palaver/core/configuration';
import { z } from 'zod';
import { EntryName, isSafeUrl } from './identity-values.js';

const ISSUERS_MAX = 20;
const SERVERS_MAX = 5;
const MAX_AGE_SECONDS = 300;
/** RFC 7518, 3.2: a secret of HS256 has at least 256 bits. */
const SECRET_MIN = 32;

const JwksUrl = z
  .url()
  .max(2048)
  .refine(
    (url) => !URL.canParse(url) || isSafeUrl(new URL(url)),
    'must be https://; http:// only on this machine',
  );

const Issuer = z
  .strictObject({
    issuer: z.string().min(1).max(512),
    audience: z.string().min(1).max(512),
    jwksUrl: JwksUrl.optional(),
    secret: z.string().min(SECRET_MIN).max(4096).optional(),
    previousSecret: z.string().min(SECRET_MIN).max(4096).optional(),
    publicKey: z.string().startsWith('-----BEGIN PUBLIC KEY-----').max(16_384).optional(),
    algorithms: z.array(z.string()).min(1).max(10).optional(),
    maxAgeSeconds: z.int().min(10).max(86_400).default(MAX_AGE_SECONDS),
    defaultServers: z.array(z.uuid()).max(SERVERS_MAX).default([]),
    requireJti: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    const refuse = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', input: undefined, path: [field], message });
    const keys = [value.jwksUrl, value.secret, value.publicKey].filter((key) => key !== undefined);
    if (keys.length !== 1) refuse('jwksUrl', 'give one of this, secret and publicKey');
    if (value.previousSecret !== undefined && value.secret === undefined) {
      refuse('previousSecret', 'is the one before secret, which is not given');
    }
    const allowed: readonly string[] = value.secret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS;
    if (value.algorithms?.some((name) => !allowed.includes(name))) {
      refuse('algorithms', `must be of ${allowed.join(', ')} for this key`);
    }
    if (value.publicKey !== undefined && value.algorithms?.length !== 1) {
      refuse('algorithms', 'must have the one algorithm of the publicKey');
    } else if (value.publicKey !== undefined && !isKeyOf(value.publicKey, value.algorithms?.[0] ?? '')) {
      refuse('publicKey', 'must be a public key in PEM of the type that the algorithm takes');
    }
  });

/** What the keys of each algorithm are (RFC 7518, 3.1 and RFC 8037): the type, and with elliptic curves the curve. */
const KEY_TYPES: Readonly<Record<string, string>> = {
  ES256: 'ec prime256v1',
  ES384: 'ec secp384r1',
  ES512: 'ec secp521r1',
  EdDSA: 'ed25519',
};

function isKeyOf(pem: string, algorithm: string): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey(pem);
    const found = type === 'ec' ? `ec ${details?.namedCurve}` : type;
    return found === (KEY_TYPES[algorithm] ?? 'rsa');
  } catch {
    return false;
  }
}

/** The issuers of tokens of the file, by their names. */
export const TokenIssuers = z
  .record(EntryName, Issuer)
  .refine((record) => Object.keys(record).length <= ISSUERS_MAX, `must be at most ${ISSUERS_MAX}`)
  .refine(
    (record) =>
      new Set(Object.values(record).map(({ issuer }) => issuer)).size === Object.keys(record).length,
    'must not have two of the same issuer',
  );

/** The issuers as the service uses them. */
export function tokenIssuers(issuers: z.output<typeof TokenIssuers>): TokenIssuer[] {
  return Object.entries(issuers).map(
    ([name, { jwksUrl, secret, previousSecret, publicKey = '', algorithms, ...rest }]) => ({
      ...rest,
      name,
      key:
        jwksUrl !== undefined
          ? { jwksUrl }
          : secret !== undefined
            ? { secret, previousSecret }
            : { publicKey },
      algorithms: algorithms ?? (secret === undefined ? ['RS256', 'ES256', 'EdDSA'] : ['HS256']),
    }),
  );
}
