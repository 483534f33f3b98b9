import { Secret, TOTP } from 'otpauth';

/** 160 bits, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URL that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, issuer: string, label: string): string {
  return new TOTP({ secret, issuer, label }).toString();
}

/**
 * The period of 30 seconds since 1970 that a code belongs to: this one, or the one before or after it, because clocks
 * differ. Null for a wrong code (RFC 6238).
 */
export function periodOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}
