import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Knowing, Using } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';

/** As long as an attempt lasts, in seconds. */
const MAX_AGE_S = 600;

/**
 * The secret of the caller's browser; null without the cookie. It only shows that a browser comes back from the sign-in
 * that it began, and signs nobody in.
 */
export function browserSecret({ services, request }: Using<'settings'> & Knowing<'cookies'>): string | null {
  const value = parseCookie(request.cookies ?? '')[cookieName(services.settings)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Gives the browser a secret, or lets it keep the one it has, so that sign-ins in two tabs do not end each other. */
export function keepBrowserSecret(ctx: Using<'settings'> & Knowing<'cookies' | 'replyHeaders'>): string {
  const value = browserSecret(ctx) ?? randomBytes(32).toString('base64url');
  const cookie = stringifySetCookie({
    name: cookieName(ctx.services.settings),
    value,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(ctx.services.settings),
    path: '/',
    maxAge: MAX_AGE_S,
  });
  ctx.request.replyHeaders.set('Set-Cookie', cookie);
  return value;
}

/** With the prefix, no other host of the domain can set the cookie (RFC 6265bis, 4.1.3.2). */
function cookieName(settings: Services['settings']): string {
  return isSecure(settings) ? '__Host-palaver-sign-in' : 'palaver-sign-in';
}

function isSecure({ publicUrl }: Services['settings']): boolean {
  return publicUrl.startsWith('https:');
}
