import { SoftwareAuthenticator } from '../software-authenticator.js';
import { totpCode } from '../totp-code.js';
import type { AccessTable } from './access-table.js';
import { type Fixture, newCaller, type Role } from './fixture.js';
import type { RestClient } from './rest-client.js';
import { uniqueName } from './rest-client.js';

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
    'auth.beginTotp': async (fixture, role) => ({ caller: await newCaller(fixture, role) }),
    'auth.confirmTotp': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
      return { caller, input: { code: await begin(fixture, caller) } };
    },
    'auth.removeTotp': async (fixture, role) => ({ caller: await withTotp(fixture, role) }),
    'auth.newRecoveryCodes': async (fixture, role) => ({ caller: await withTotp(fixture, role) }),
    'auth.passkeys': () => ({}),
    'auth.passkeyCreationOptions': () => ({}),
    'auth.createPasskey': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
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
  hidden: {
    passkeyID: async ({ service }) => {
      const person = await service.person(uniqueName('person'));
      return { role: 'member', id: await newPasskey({ service }, person) };
    },
  },
};

const isPerson = (role: Role) => role !== 'anonymous' && role !== 'bot';

/** Begins to set an authenticator app up, and returns its code; any code for who may not. */
async function begin({ service }: Fixture, caller: RestClient): Promise<string> {
  const { status, body } = await caller.post('/api/auth/second-factor/totp');
  return status === 200 ? totpCode(body.data.secret, service.now()) : '123456';
}

async function withTotp(fixture: Fixture, role: Role): Promise<RestClient> {
  const caller = await newCaller(fixture, role);
  const code = await begin(fixture, caller);
  if (isPerson(role)) await caller.post('/api/auth/second-factor/totp/confirm', { code });
  return caller;
}

async function withPasskey(fixture: Fixture, role: Role) {
  const caller = await newCaller(fixture, role);
  const owner = isPerson(role) ? caller : await fixture.service.person(uniqueName('person'));
  return { caller, parameters: { passkeyID: await newPasskey(fixture, owner) } };
}

/** On a page of the service itself. */
function authenticatorOf({ service }: Pick<Fixture, 'service'>): SoftwareAuthenticator {
  return new SoftwareAuthenticator(`http://localhost:${new URL(service.url).port}`);
}

async function newCredential(fixture: Fixture, owner: RestClient) {
  const { body } = await owner.post('/api/auth/passkey/creation-options');
  return authenticatorOf(fixture).create(body.data);
}

/** Registers a passkey, and returns its id. */
export function newPasskey(fixture: Pick<Fixture, 'service'>, owner: RestClient): Promise<string> {
  return createPasskey(owner, authenticatorOf(fixture));
}

async function createPasskey(owner: RestClient, authenticator: SoftwareAuthenticator): Promise<string> {
  const { body: options } = await owner.post('/api/auth/passkey/creation-options');
  const credential = authenticator.create(options.data);
  const { body } = await owner.post('/api/auth/passkeys', { name: 'key', credential });
  return body.data.passkey.id;
}
