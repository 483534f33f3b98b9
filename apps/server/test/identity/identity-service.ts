import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestService } from '../../src/testing/test-service.js';

export const REDIRECT = 'https://app.example/signed-in';
/** What a client keeps of a sign-in, and what it begins with: only it can exchange the code. */
export const codeVerifier = randomBytes(32).toString('base64url');
export const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
export const BACK = { redirectTo: REDIRECT, codeChallenge };

/** Writes an identity file with these providers and issuers of tokens; returns its path. */
export async function identityFile(providers: object, tokenIssuers: object = {}): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'palaver-identity-')), 'identity.json');
  await writeFile(path, JSON.stringify({ providers, redirects: [REDIRECT], tokenIssuers }));
  return path;
}

/** Starts the service with an identity file of these providers. */
export async function startIdentityService(
  providers: object,
  onLogLine: ((line: string) => void) | null = null,
  environment: Record<string, string> = {},
): Promise<TestService> {
  return startTestService({ IDENTITY_FILE: await identityFile(providers), ...environment }, onLogLine);
}
