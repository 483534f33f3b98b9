import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@palaver/db';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestService, type TestService } from '../src/testing/test-service.js';
import { until } from '../src/testing/until.js';
import { type BrowserPage, CHROMIUM_PATH, openPage } from './docs/browser.js';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));

/** A page with the client of the service at `palaver`, and how a session's token is changed. */
const pageOf = (service: string) => `<!doctype html><title>Passkeys</title><script type="module">
  import { createPalaverClient } from '/client.js';
  let token = null;
  globalThis.palaver = createPalaverClient({ url: '${service}', token: () => token });
  globalThis.signInAs = (given) => { token = given; };
  globalThis.create = async () => {
    const options = await palaver.api.auth.passkeyCreationOptions.mutate();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return (await navigator.credentials.create({ publicKey })).toJSON();
  };
  globalThis.get = async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  };
  globalThis.codeOf = (call) => call.then(() => 'done', ({ data, name }) => data?.errorCode ?? name);
  globalThis.isReady = true;
</script>`;

/** The sign-in of docs/second-factors.md, as it stands there. */
async function signInOfPage(): Promise<string> {
  const text = await readFile(`${TOP}docs/second-factors.md`, 'utf8');
  const [, code] = /```ts\n(const options = await palaver[\s\S]*?)```/.exec(text) ?? [];
  return code ?? expect.unreachable('docs/second-factors.md shows a sign-in with a passkey');
}

async function clientCode(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@palaver/client'", resolveDir: TOP },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['palaver-source'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a server on TCP is an object.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'passkeys in Chromium, with a virtual authenticator (skipped where none is on the PATH)',
  () => {
    let servers: Server[];
    let origins: string[];
    let service: TestService;
    let page: BrowserPage;
    let authenticatorId: string;

    beforeAll(async () => {
      const client = await clientCode();
      servers = [1, 2].map(() =>
        createServer((req, res) => {
          const isClient = req.url === '/client.js';
          res.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
          res.end(isClient ? client : pageOf(service.url));
        }),
      );
      origins = await Promise.all(servers.map(listening));
      const [PUBLIC_URL = ''] = origins;
      service = await startTestService({ PUBLIC_URL, CORS_ORIGINS: PUBLIC_URL, RATE_AUTH_BURST: '1000' });
      page = await open(PUBLIC_URL);
    });
    afterAll(async () => {
      await page.close();
      await service.close();
      for (const server of servers) server.close();
    });

    /** Opens a page in a browser that has an authenticator, whose person is there and is verified. */
    async function open(url: string): Promise<BrowserPage> {
      const opened = await openPage(url);
      await until(async () => (await opened.run('return globalThis.isReady')) === true);
      await opened.devTools('WebAuthn.enable', {});
      const options = {
        protocol: 'ctap2' as const,
        transport: 'internal' as const,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      };
      const made = await opened.devTools('WebAuthn.addVirtualAuthenticator', { options });
      authenticatorId = made.authenticatorId;
      return opened;
    }

    /** A person whose session the page has, with a passkey. */
    async function personWithPasskey(username: string) {
      await page.devTools('WebAuthn.clearCredentials', { authenticatorId });
      await page.devTools('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      const person = await service.person(username);
      const created = await page.run(`signInAs('${person.token}');
        return palaver.api.auth.createPasskey.mutate({ name: 'laptop', credential: await create() });`);
      return { person, created };
    }

    test('one is registered, once, and its person signs in with it alone', async () => {
      const { person, created } = await personWithPasskey('alice');
      expect(created).toMatchObject({ passkey: { name: 'laptop' }, recoveryCodes: expect.any(Array) });
      expect(await page.run('return codeOf(create())')).toBe('InvalidStateError');
      const signedIn = await page.run(
        `signInAs(null); ${(await signInOfPage()).replace(
          'await palaver.api.auth.signInWithPasskey',
          'return palaver.api.auth.signInWithPasskey',
        )}`,
      );
      expect(signedIn).toMatchObject({ token: expect.stringMatching(/^plv_/), user: { id: person.id } });
      const [passkey] = (await person.get('/api/auth/passkeys')).body.data;
      expect(passkey.lastUsedAt).not.toBeNull();
    });

    test('one that signed is not taken again, nor for another purpose', async () => {
      const { person } = await personWithPasskey('bob');
      const codes = await page.run(`signInAs(null);
        const { auth } = palaver.api;
        const credential = await get(await auth.passkeySignInOptions.mutate());
        const forSecond = await get(await auth.passkeySignInOptions.mutate({ purpose: 'second-factor' }));
        const codes = [];
        for (const given of [credential, credential, forSecond])
          codes.push(await codeOf(auth.signInWithPasskey.mutate({ credential: given })));
        signInAs('${person.token}');
        codes.push(await codeOf(auth.verify.mutate({ passkey: credential })));
        return codes;`);
      expect(codes).toEqual(['done', 'WRONG_CREDENTIALS', 'WRONG_CREDENTIALS', 'WRONG_SECOND_FACTOR']);
    });

    test('it is the second factor of a password', async () => {
      const { person } = await personWithPasskey('carol');
      const codes = await page.run(`signInAs(null);
        const { auth } = palaver.api;
        const names = { username: 'carol', password: '${PASSWORD}' };
        const without = await codeOf(auth.login.mutate(names));
        const passkey = await get(await auth.passkeySignInOptions.mutate({ purpose: 'second-factor' }));
        const { user } = await auth.login.mutate({ ...names, passkey });
        return [without, user.id];`);
      expect(codes).toEqual(['SECOND_FACTOR_REQUIRED', person.id]);
    });

    test('it proves that the person is there, once the proof of the sign-in is old', async () => {
      const { person } = await personWithPasskey('dave');
      const { sql, close } = createDatabase({ url: service.databaseUrl }, { max: 1 });
      await sql`update sessions set verified_at = now() - interval '11 minutes' where user_id = ${person.id}`;
      await close();
      const codes = await page.run(`const { auth, bots } = palaver.api;
        const make = () => codeOf(bots.create.mutate({ username: 'robot' }));
        const before = await make();
        const passkey = await get(await auth.passkeyVerifyOptions.mutate());
        await auth.verify.mutate({ passkey });
        return [before, await make()];`);
      expect(codes).toEqual(['STEP_UP_REQUIRED', 'done']);
    });

    test('without a PIN or a fingerprint it does not sign in alone', async () => {
      await personWithPasskey('erin');
      await page.devTools('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      const signIn = `signInAs(null); const options = await palaver.api.auth.passkeySignInOptions.mutate();`;
      expect(await page.run(`${signIn} return codeOf(get(options));`)).toBe('NotAllowedError');
      // A page that asks for less than it was told to is refused by the service.
      const code = await page.run(`${signIn}
        const credential = await get({ ...options, userVerification: 'discouraged' });
        return codeOf(palaver.api.auth.signInWithPasskey.mutate({ credential }));`);
      expect(code).toBe('WRONG_CREDENTIALS');
    });

    test('attack: what a page of another origin has had signed is refused', async () => {
      const { person } = await personWithPasskey('frank');
      const { credentials } = await page.devTools('WebAuthn.getCredentials', { authenticatorId });
      const phishing = await open(origins[1] ?? '');
      const [credential = expect.unreachable('Frank has a passkey')] = credentials;
      await phishing.devTools('WebAuthn.addCredential', { authenticatorId, credential });
      const { body } = await service.client(null).post('/api/auth/passkey/sign-in-options', {});
      const signed = await phishing.run(`return get(${JSON.stringify(body.data)});`);
      await phishing.close();
      const answer = await service.client(null).post('/api/auth/passkey/sign-in', { credential: signed });
      expect([answer.status, answer.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
      expect((await person.get('/api/auth/sessions')).body.data).toHaveLength(1);
    });
  },
);
