import { hashToken, newToken } from '../auth/tokens.js';
import { AppError } from '../kernel/errors/app-error.js';
import { unavailable } from '../kernel/errors/unavailable.js';
import { sealUnder } from '../kernel/services/seal.js';
import type { ProviderPerson, SignInProvider } from '../kernel/services/sign-in-providers.js';
import type { Context } from '../procedures/context.js';
import type { SignedIn } from '../protocol/records/session.js';
import { AttemptSecrets, callbackUrl, requireProvider } from './begin.js';
import { browserSecret } from './browser-cookie.js';
import { exchangeCode } from './exchange.js';
import { linkIdentity } from './link.js';
import type { SocialCallbackInput } from './schemas.js';
import { type AttemptRow, insertCode, takeAttempt } from './sign-in-queries.js';
import { admit } from './sign-up.js';

/** OAuth 2.0 Security Best Current Practice asks for a short life; a page exchanges it at once. */
const CODE_MS = 60_000;

/**
 * Answers the browser that comes back from a provider. Where the sign-in began with `redirectTo`, it is sent there, with
 * `code`, `linked` or `error`. Else the answer is a session; null where a provider was linked. Throws `SIGN_IN_ENDED` for a
 * state that was used, has expired or belongs to another browser or provider.
 */
export async function finishSignIn(ctx: Context, input: SocialCallbackInput): Promise<SignedIn | null> {
  const provider = requireProvider(ctx.services, input.provider);
  const { attempt, secrets } = await claimAttempt(ctx, provider, input.state);
  const { redirectTo } = secrets;
  const { sessionId, userId } = attempt;
  const finish = async (): Promise<Readonly<Record<string, string>>> => {
    const person = await askProvider(ctx, provider, input, secrets);
    if (sessionId === null || userId === null)
      return { code: await issueCode(ctx, provider, person, secrets) };
    await linkIdentity(ctx, { sessionId, userId }, provider, person);
    return { linked: provider.settings.name };
  };
  if (redirectTo === undefined) {
    const { code } = await finish();
    return code === undefined ? null : exchangeCode(ctx, code);
  }
  redirect(ctx, redirectTo, await finish().catch(errorParameter));
  return null;
}

async function claimAttempt(
  ctx: Context,
  { settings }: SignInProvider,
  state = '',
): Promise<{ attempt: AttemptRow; secrets: AttemptSecrets & { readonly state: string } }> {
  const browser = browserSecret(ctx);
  const key = { stateHash: hashToken(state), browserHash: hashToken(browser ?? ''), provider: settings.name };
  const attempt = browser === null ? null : await takeAttempt(ctx.services.db, key, ctx.services.clock.now());
  const opened = attempt && sealUnder(state).open(attempt.sealed);
  if (!attempt || !opened) throw new AppError('SIGN_IN_ENDED');
  return { attempt, secrets: { ...AttemptSecrets.parse(JSON.parse(opened)), state } };
}

/** Without a transaction, because a provider may take seconds. */
function askProvider(
  ctx: Context,
  provider: SignInProvider,
  { code, iss, error }: SocialCallbackInput,
  secrets: AttemptSecrets & { readonly state: string },
): Promise<ProviderPerson> {
  const returned = new URL(callbackUrl(ctx.services, provider));
  for (const [name, value] of Object.entries({ code, iss, error, state: secrets.state })) {
    if (value !== undefined) returned.searchParams.set(name, value);
  }
  return provider.identify(returned, secrets);
}

async function issueCode(
  ctx: Context,
  { settings }: SignInProvider,
  person: ProviderPerson,
  { codeChallenge, inviteCode }: AttemptSecrets,
): Promise<string> {
  const code = newToken('exchange');
  const expiresAt = new Date(ctx.services.clock.now().getTime() + CODE_MS);
  await admit(ctx, { settings, person, inviteCode }, (tx, userId) =>
    insertCode(tx, {
      codeHash: hashToken(code),
      userId,
      provider: settings.name,
      codeChallenge: codeChallenge ?? null,
      expiresAt,
    }),
  );
  return code;
}

function errorParameter(cause: unknown): Readonly<Record<string, string>> {
  const error = cause instanceof AppError ? cause : unavailable(cause);
  if (error === null) throw cause;
  return { error: error.errorCode };
}

function redirect(ctx: Context, to: string, parameters: Readonly<Record<string, string>>): void {
  const url = new URL(to);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  ctx.request.replyHeaders.set('Location', url.href);
  // The address has a code; the page behind it must not pass it on.
  ctx.request.replyHeaders.set('Referrer-Policy', 'no-referrer');
}
