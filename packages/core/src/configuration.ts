/**
 * What the configuration is checked with, without the rest of the product: a start with a wrong value is then refused
 * before a thousand modules are loaded.
 */
export * from './identities/redirects.js';
export * from './kernel/services/identity-settings.js';
export * from './kernel/services/limits.js';
export * from './kernel/services/quotas.js';
export * from './kernel/services/registrations.js';
export * from './kernel/services/token-issuer.js';
