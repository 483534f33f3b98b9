import { TOTP } from 'otpauth';

/** The code that an authenticator app shows at an instant, in milliseconds since 1970. */
export function totpCode(secret: string, at: number): string {
  return new TOTP({ secret }).generate({ timestamp: at });
}
