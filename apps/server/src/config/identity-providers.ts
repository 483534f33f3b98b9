import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ProviderSettings, REGISTRATIONS, type Registration } from '@palaver/core/configuration';
import { z } from 'zod';
import { EntryName, isSafeUrl } from './identity-values.js';

const PROVIDERS_MAX = 20;

const PRESETS = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    protocol: 'oidc',
    scopes: ['openid', 'email', 'profile'],
  },
  github: {
    label: 'GitHub',
    issuer: 'https://github.com',
    protocol: 'github',
    scopes: ['read:user', 'user:email'],
  },
} as const;

const Issuer = z
  .string()
  .max(2048)
  .refine(
    isIssuer,
    'must be an https:// URL without user, query and fragment (http:// only on this machine)',
  );

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const { username, password, search, hash } = url;
  return isSafeUrl(url) && username + password + search + hash === '';
}

/** RFC 6749, 3.3. */
const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'must be a scope without spaces');

const Provider = z
  .strictObject({
    preset: z.enum(['google', 'github']).optional(),
    issuer: Issuer.optional(),
    clientId: z.string().min(1).max(512),
    clientSecret: z.string().min(1).max(4096).optional(),
    clientSecretFile: z.string().min(1).max(4096).optional(),
    scopes: z.array(Scope).min(1).max(20).optional(),
    label: z.string().trim().min(1).max(64).optional(),
    trustsEmail: z.boolean().default(false),
    signUp: z.enum(REGISTRATIONS).optional(),
  })
  .check(({ value, issues }) => {
    const refuse = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', input: undefined, path: [field], message });
    const { preset, issuer, clientSecret, clientSecretFile, scopes } = value;
    if ((clientSecret === undefined) === (clientSecretFile === undefined)) {
      refuse('clientSecret', 'give either this or clientSecretFile');
    }
    if (preset === undefined && issuer === undefined) refuse('issuer', 'is required without a preset');
    if (preset === 'google' && issuer !== undefined) refuse('issuer', 'is given by the preset');
    if (preset !== 'github' && scopes?.includes('openid') === false) refuse('scopes', 'must have openid');
  });

/** The providers of the file, by their names. */
export const Providers = z
  .record(EntryName, Provider)
  .refine((record) => Object.keys(record).length <= PROVIDERS_MAX, `must be at most ${PROVIDERS_MAX}`);

/** A provider of the file. One without a rule of sign-up has that of the service. */
export type FileProvider = Omit<ProviderSettings, 'signUp'> & { readonly signUp: Registration | null };

/** Completes the providers with their presets and secrets. A secret's file stands relative to `folder`. */
export function providerSettings(
  providers: z.output<typeof Providers>,
  folder: string,
  problem: (message: string) => void,
): FileProvider[] {
  return Object.entries(providers).map(([name, given]) => {
    const preset = given.preset && PRESETS[given.preset];
    return {
      name,
      label: given.label ?? preset?.label ?? name,
      protocol: preset?.protocol ?? 'oidc',
      issuer: given.issuer ?? preset?.issuer ?? '',
      clientId: given.clientId,
      clientSecret:
        given.clientSecret ?? readSecret(name, resolve(folder, given.clientSecretFile ?? ''), problem),
      scopes: given.scopes ?? preset?.scopes ?? PRESETS.google.scopes,
      trustsEmail: given.trustsEmail,
      signUp: given.signUp ?? null,
    };
  });
}

function readSecret(name: string, path: string, problem: (message: string) => void): string {
  const refuse = (reason: string) => {
    problem(`providers.${name}.clientSecretFile: ${reason}`);
    return '';
  };
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret === '' || secret.length > 4096 ? refuse('must have 1 to 4096 characters') : secret;
  } catch {
    return refuse('the file cannot be read');
  }
}
