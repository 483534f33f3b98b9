import { publicApi } from './auth-options.js';
import { inviteOf } from './return-path.js';

/** Where a provider's sign-in comes back to; the service always allows this page of its own. */
export const SIGNED_IN_PATH = '/signed-in';
const RETURN = 'palaver:return-path';

/** Sends the browser to a provider. `returnPath` is where the person goes once they are signed in. */
export async function beginSocial(provider: string, returnPath: string): Promise<void> {
  sessionStorage.setItem(RETURN, returnPath);
  const inviteCode = inviteOf(returnPath);
  const { url } = await publicApi.auth.social.mutate({
    provider,
    redirectTo: `${location.origin}${SIGNED_IN_PATH}`,
    ...(inviteCode === null ? {} : { inviteCode }),
  });
  location.href = url;
}

/** Where to go after a sign-in by a provider. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN) ?? '/';
  sessionStorage.removeItem(RETURN);
  return path;
}
