import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../testing/listen.js';
import { causeOf, probe } from './probe.js';
import { checkReachable } from './public-address.js';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'palaver-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => portOf(createServer(listener));

/** Serves TLS with a new certificate for `localhost`. */
function serveTls(name: string): Promise<number> {
  const path = join(folder, name);
  const files = ['-keyout', `${path}.key`, '-out', `${path}.pem`];
  const certificate = ['-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', ...certificate, ...files], { stdio: 'ignore' });
  const pair = { key: readFileSync(`${path}.key`), cert: readFileSync(`${path}.pem`) };
  return portOf(createTlsServer(pair, (_req, res) => res.end('hello')));
}

describe('a cause is named', () => {
  test('a name that does not resolve, a port where nobody listens, and a server that ends the connection', async () => {
    await expect(probe(new URL('http://chat.invalid/'))).rejects.toThrow(/chat\.invalid.*DNS/);
    const port = await freePort();
    const refused = probe(new URL(`http://127.0.0.1:${port}/`));
    await expect(refused).rejects.toThrow(`nobody listens at 127.0.0.1:${port}`);
    const closing = await serve((req) => req.socket.destroy());
    await expect(probe(new URL(`http://127.0.0.1:${closing}/`))).rejects.toThrow('without an answer');
  });

  test('a server that does not speak TLS', async () => {
    const port = await serve((_req, res) => res.end());
    await expect(probe(new URL(`https://127.0.0.1:${port}/`))).rejects.toThrow('does not speak TLS');
  });

  test.skipIf(!hasOpenssl)('a certificate that nobody trusts (skipped without openssl)', async () => {
    const port = await serveTls('self-signed');
    await expect(probe(new URL(`https://localhost:${port}/`))).rejects.toThrow('is signed by itself');
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'the certificate of chat.example.com has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another name than chat.example.com'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'give the proxy the full chain'],
    ['ETIMEDOUT', 'chat.example.com:443 does not answer within 5 seconds'],
  ])('%s', (code, sentence) => {
    const error = Object.assign(new Error('x'), { code });
    expect(causeOf(error, new URL('https://user:secret@chat.example.com/health?token=1'))).toContain(
      sentence,
    );
  });
});

describe('the public address', () => {
  const names = async (publicUrl: string) =>
    (await checkReachable(publicUrl)).map(({ status, name, found }) => `${status} ${name}: ${found}`);

  test('of another program is told', async () => {
    const port = await serve((_req, res) => res.writeHead(404).end('nginx'));
    const [only] = await names(`http://127.0.0.1:${port}`);
    expect(only).toMatch(/^fail Reachable: .*answered with 404, and not by this service/);
  });

  test('behind a proxy that passes no upgrades is told', async () => {
    const port = await serve((req, res) => {
      const isHealth = req.url === '/health';
      res.writeHead(isHealth ? 200 : 426).end(isHealth ? '{"data":{"status":"ok"}}' : '');
    });
    expect(await names(`http://127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^ok Reachable/),
      expect.stringMatching(/^fail WebSocket: .*answered with 426/),
    ]);
  });
});
