/** `npm run demo`: fills a running service with a demo server, over its public API. Run it as often as you like. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPalaverClient, isPalaverError } from '@palaver/client';
import { fillDemo } from '../src/demo/fill-demo.js';
import { DEMO_SERVER } from '../src/demo/story.js';

const OWNER = 'demo';
/** The accounts of the demo are those of this service's `npm run demo` alone. */
const PREFIX = 'demo-';

const url = process.env.PALAVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const password = process.env.DEMO_PASSWORD ?? keptPassword(process.env.DATA_DIR ?? 'data');

/** The same in each run, so that the next one can sign in; nobody but the user of the service can read it. */
function keptPassword(folder: string): string {
  const path = join(folder, 'demo-password');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const made = randomBytes(12).toString('base64url');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${made}\n`, { mode: 0o600 });
    return made;
  }
}

/** Signs in; makes the account where there is none. */
async function signIn(username: string, displayName: string) {
  // Signing in waits for the limit of the service, which lets five through at once and one in six seconds then.
  const { api } = createPalaverClient({ url, maxRetries: 12 });
  const { token } = await api.auth.register
    .mutate({ username, displayName, password })
    .catch((error: unknown) => {
      if (!isPalaverError(error, 'USERNAME_TAKEN')) throw error;
      return api.auth.login.mutate({ username, password });
    });
  return createPalaverClient({ url, token, maxRetries: 12 }).api;
}

async function main(): Promise<void> {
  const owner = await signIn(OWNER, 'You');
  await fillDemo({
    owner,
    signIn: ({ name, displayName }) => signIn(`${PREFIX}${name}`, displayName),
    onProgress: (part) => process.stdout.write(`\rFilling the demo: ${Math.round(part * 100)} %`),
  });
  process.stdout.write(
    `\n\n${DEMO_SERVER} is ready. Open ${url} and sign in:\n\n  username  ${OWNER}\n  password  ${password}\n\n`,
  );
}

main().catch((error: unknown) => {
  const reasons = isPalaverError(error)
    ? [error.message, ...(error.data.issues ?? []).map(({ path, message }) => `${path}: ${message}`)]
    : [`The service at ${url} does not answer: is it running?`];
  process.stderr.write(`\n${reasons.join('\n')}\n`);
  if (isPalaverError(error, 'WRONG_CREDENTIALS')) {
    process.stderr.write('The accounts of the demo have another password: set DEMO_PASSWORD to it.\n');
  }
  process.exitCode = 1;
});
