import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type IdentitySettings,
  NO_IDENTITY,
  type Registration,
  readRedirectRule,
} from '@palaver/core/configuration';
import { z } from 'zod';
import { TokenIssuers, tokenIssuers } from './identity-issuers.js';
import { type FileProvider, Providers, providerSettings } from './identity-providers.js';
import type { ValueKind } from './value-kinds.js';

const FILE_BYTES_MAX = 1024 * 1024;
const REDIRECTS_MAX = 50;

const Redirect = z.string().transform((text, ctx) => {
  const rule = readRedirectRule(text);
  if (rule !== null) return rule;
  ctx.addIssue({
    code: 'custom',
    message: 'must be an address such as https://app.example.com/signed-in, without a query',
  });
  return z.NEVER;
});

/** The identity file (docs/identity.md). Fields that it does not have are refused, because one of them is misspelt. */
const IdentityFile = z.strictObject({
  providers: Providers.default({}),
  redirects: z.array(Redirect).max(REDIRECTS_MAX).default([]),
  tokenIssuers: TokenIssuers.default({}),
});

/** What the file says, with its secrets. */
export interface IdentityFile extends Omit<IdentitySettings, 'providers'> {
  readonly providers: readonly FileProvider[];
}

/** The path of the file, which is read and checked. The sentences name its fields and never show their values. */
export const identityFile: ValueKind<IdentityFile> = {
  allowed: 'the path of a file',
  shown: (path) => path,
  schema: z.string().transform((path, ctx) => {
    const problem = (message: string) => ctx.addIssue({ code: 'custom', message });
    const json = readJson(path);
    if ('problem' in json) {
      problem(json.problem);
      return z.NEVER;
    }
    const { data, error } = IdentityFile.safeParse(json.value);
    for (const issue of error?.issues ?? [])
      problem(`${issue.path.join('.') || 'the file'}: ${issue.message}`);
    if (data === undefined) return z.NEVER;
    const providers = providerSettings(data.providers, dirname(resolve(path)), problem);
    return { providers, redirects: data.redirects, tokenIssuers: tokenIssuers(data.tokenIssuers) };
  }),
};

/** The settings of the file, in which providers without a rule of sign-up have that of the service. */
export function identityOf(file: IdentityFile | null, registration: Registration): IdentitySettings {
  if (file === null) return NO_IDENTITY;
  const providers = file.providers.map((one) => ({ ...one, signUp: one.signUp ?? registration }));
  return { ...file, providers };
}

/** The sentences leave out what JSON.parse says, because it quotes the file. */
function readJson(path: string): { value: unknown } | { problem: string } {
  let text: string;
  try {
    if (statSync(path).size > FILE_BYTES_MAX) return { problem: 'the file is larger than 1 MB' };
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { problem: `the file cannot be read (${codeOf(error)})` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'the file is not JSON' };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
