import { SoftwareAuthenticator, type TestUser, totpCode, type World } from '@palaver/core/testing';

/** The tables that say who people are elsewhere, how they prove it, and what acts for them. */
export const IDENTITY_TABLES = [
  'api_keys',
  'exchange_codes',
  'identities',
  'passkey_challenges',
  'passkeys',
  'recovery_codes',
  'secret_key',
  'sign_in_attempts',
  'totp_secrets',
  'used_tokens',
];

/** Fills each of `IDENTITY_TABLES`. `who` gets all second factors. */
export async function populateIdentity({ operator, clock, services }: World, who: TestUser): Promise<void> {
  const { admin } = operator.call;
  await admin.createKey({ name: 'shop „eu“', scopes: ['admin:write', 'messages:write'] });
  await admin.putExternalUser({
    externalId: 'shop:ann\\N',
    displayName: 'Ann',
    metadata: { plan: 'a\tb\n' },
  });
  const { secret } = await who.call.auth.beginTotp();
  await who.call.auth.confirmTotp({ code: totpCode(secret, clock.now().getTime()) });
  const credential = new SoftwareAuthenticator().create(await who.call.auth.passkeyCreationOptions());
  await who.call.auth.createPasskey({ name: 'key', credential });
  await who.call.auth.passkeyCreationOptions();
  const { $client: sql } = services.db;
  const hash = () => sql`sha256(gen_random_uuid()::text::bytea)`;
  await sql`insert into identities (provider, subject, user_id, created_at, last_used_at)
    values ('acme', ${'sub\\N'}, ${who.id}, now(), now())`;
  await sql`insert into sign_in_attempts (state_hash, browser_hash, provider, sealed, expires_at)
    values (${hash()}, ${hash()}, 'acme', 'sealed', now())`;
  await sql`insert into exchange_codes (code_hash, user_id, provider, expires_at)
    values (${hash()}, ${who.id}, 'acme', now())`;
  await sql`insert into used_tokens (token_hash, expires_at) values (${hash()}, now())`;
  await sql`insert into secret_key (fingerprint) values ('of a key') on conflict do nothing`;
}
