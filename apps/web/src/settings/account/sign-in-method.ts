import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { settingsEn } from '../../i18n/settings.en.js';

type Texts = Pick<CatalogueOf<typeof settingsEn>, 'byPassword' | 'byPasskey' | 'byToken' | 'byProvider'>;

/** How a session was begun: by one of the service's own ways, or by a provider. */
export function signInMethod(method: string, s: Texts): string {
  switch (method) {
    case 'password':
      return s.byPassword;
    case 'passkey':
      return s.byPasskey;
    case 'token':
      return s.byToken;
    default:
      return s.byProvider(method.replace(/^provider:/, ''));
  }
}
