import { limitPerKey } from '../kernel/concurrency/concurrency-limit.js';
import type { IdentitySettings } from '../kernel/services/identity-settings.js';
import type { Log } from '../kernel/services/logger.js';
import type { SignInProvider, SignInProviders } from '../kernel/services/sign-in-providers.js';
import type { Provider } from '../protocol/records/identity.js';
import { github } from './github.js';
import { openIdConnect } from './openid-connect.js';
import { withProvider } from './provider-errors.js';

/** The sign-ins that ask one provider at a time. More get `BUSY`, so that a slow one does not gather requests. */
const CALLS_MAX = 50;

/** Makes the providers of the settings. Nothing is asked of them before the first sign-in. */
export function createSignInProviders({ providers }: IdentitySettings, log: Log): SignInProviders {
  const limited = limitPerKey(CALLS_MAX, 0);
  const guarded = (provider: SignInProvider): SignInProvider => {
    const { name } = provider.settings;
    const ask = <T>(step: () => Promise<T>) => limited(name, () => withProvider(log, name, step));
    return {
      settings: provider.settings,
      authorizationUrl: (...given) => ask(() => provider.authorizationUrl(...given)),
      identify: (...given) => ask(() => provider.identify(...given)),
    };
  };
  return new Map(
    providers.map((settings) => {
      const make = settings.protocol === 'github' ? github : openIdConnect;
      return [settings.name, guarded(make(settings))];
    }),
  );
}

/** What a page that signs people in shows of them. */
export function listProviders(providers: SignInProviders): Provider[] {
  return [...providers.values()].map(({ settings: { name, label } }) => ({ name, label }));
}
