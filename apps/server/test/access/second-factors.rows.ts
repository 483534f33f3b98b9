import { SoftwareAuthenticator, totpCode } from '@palaver/core/testing';
import type { Client } from '../../src/testing/client.js';
import { uniqueName } from '../../src/testing/shared-service.js';
import type { Fixture, Role } from './fixture.js';
import type { AccessTable } from './matrix.js';

/** Second factors. Each person is a new one: what they set up would be asked for when the fixture's people sign in. */
export const secondFactors: AccessTable = {
  table: `
                              | anonymous | outsider | ex-member | member | channel member | moderator  | admin | owner | bot
  auth.secondFactors          | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.beginTotp              | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.confirmTotp            | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.removeTotp             | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.newRecoveryCodes       | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.passkeys               | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.passkeyCreationOptions | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.createPasskey          | sign in   | 201      | 201       | 201    | 201            | 201        | 201   | 201   | people only
  auth.renamePasskey          | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.removePasskey          | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.passkeyVerifyOptions   | sign in   | 200      | 200       | 200    | 200            | 200        | 200   | 200   | people only
  auth.passkeySignInOptions   | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  auth.signInWithPasskey      | 200       | 200      | 200       | 200    | 200            | 200        | 200   | 200   | 200
  `,
  prepare: {
    'auth.secondFactors': () => ({}),
    'auth.beginTotp': () => ({}),
    'auth.confirmTotp': async (fixture, role) => {
      const caller = await newPerson(fixture, role);
      return { caller, input: { code: await begin(caller) } };
    },
    'auth.removeTotp': async (fixture, role) => ({ caller: await withTotp(fixture, role) }),
    'auth.newRecoveryCodes': async (fixture, role) => ({ caller: await withTotp(fixture, role) }),
    'auth.passkeys': () => ({}),
    'auth.passkeyCreationOptions': () => ({}),
    'auth.createPasskey': async (fixture, role) => {
      const caller = await newPerson(fixture, role);
      const owner = isPerson(role) ? caller : fixture.otherMember;
      return { caller, input: { name: 'key', credential: await newCredential(fixture, owner) } };
    },
    'auth.renamePasskey': async (fixture, role) => ({
      ...(await withPasskey(fixture, role)),
      input: { name: 'key' },
    }),
    'auth.removePasskey': withPasskey,
    'auth.passkeyVerifyOptions': () => ({}),
    'auth.passkeySignInOptions': () => ({ input: { purpose: 'second-factor' } }),
    'auth.signInWithPasskey': async (fixture) => {
      const authenticator = authenticatorOf(fixture);
      const person = await fixture.service.person(uniqueName('person'));
      await createPasskey(person, authenticator);
      const { body } = await person.post('/api/auth/passkey/sign-in-options', {});
      return { input: { credential: authenticator.get(body.data) } };
    },
  },
};

const isPerson = (role: Role) => role !== 'anonymous' && role !== 'bot';

/** A new person; for callers who may not do this, the fixture's client. */
async function newPerson({ service, clients }: Fixture, role: Role): Promise<Client> {
  return isPerson(role) ? service.person(uniqueName('person')) : clients[role];
}

/** Begins to set an authenticator app up, and returns its code; any code for who may not. */
async function begin(caller: Client): Promise<string> {
  const { status, body } = await caller.post('/api/auth/second-factor/totp');
  return status === 200 ? totpCode(body.data.secret, Date.now()) : '123456';
}

async function withTotp(fixture: Fixture, role: Role): Promise<Client> {
  const caller = await newPerson(fixture, role);
  const code = await begin(caller);
  if (isPerson(role)) await caller.post('/api/auth/second-factor/totp/confirm', { code });
  return caller;
}

async function withPasskey(fixture: Fixture, role: Role) {
  const caller = await newPerson(fixture, role);
  const owner = isPerson(role) ? caller : await fixture.service.person(uniqueName('person'));
  return { caller, parameters: { passkeyID: await newPasskey(fixture, owner) } };
}

/** On a page of the service itself. */
function authenticatorOf({ service }: Pick<Fixture, 'service'>): SoftwareAuthenticator {
  return new SoftwareAuthenticator(`http://localhost:${new URL(service.url).port}`);
}

async function newCredential(fixture: Fixture, owner: Client) {
  const { body } = await owner.post('/api/auth/passkey/creation-options');
  return authenticatorOf(fixture).create(body.data);
}

/** Registers a passkey, and returns its id. */
export function newPasskey(fixture: Pick<Fixture, 'service'>, owner: Client): Promise<string> {
  return createPasskey(owner, authenticatorOf(fixture));
}

async function createPasskey(owner: Client, authenticator: SoftwareAuthenticator): Promise<string> {
  const { body: options } = await owner.post('/api/auth/passkey/creation-options');
  const credential = authenticator.create(options.data);
  const { body } = await owner.post('/api/auth/passkeys', { name: 'key', credential });
  return body.data.passkey.id;
}
