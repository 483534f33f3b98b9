import { ApiError } from './api-error.js';
import { sentenceOf } from './dom.js';

/** Why there is no demo account, or not all of it, and the form that helps. */
export interface Refusal {
  readonly text: string;
  readonly form: 'invite' | 'token' | null;
}

/** What to tell a visitor of an error. `username` is whose account could be opened all the same. */
export function refusalOf(cause: unknown, username: string | null): Refusal {
  const sentence = sentenceOf(cause);
  const code = cause instanceof ApiError ? cause.code : null;
  if (username !== null)
    return { text: `You are ${username}. ${sentence} What could be made is filled in below.`, form: null };
  if (code === 'INVITE_REQUIRED')
    return { text: `${sentence} Enter one here, or a token of your own.`, form: 'invite' };
  if (code === 'INVITE_NOT_FOUND') return { text: sentence, form: 'invite' };
  if (code === 'REGISTRATION_CLOSED')
    return { text: `${sentence} With its token you can make the calls of this page.`, form: 'token' };
  return { text: sentence, form: null };
}
