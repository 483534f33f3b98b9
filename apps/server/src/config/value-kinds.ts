import { resolve } from 'node:path';
import { z } from 'zod';
import { parseTrustedProxies, type TrustedProxies } from '../rate-limit/trusted-proxies.js';

/** How the text of a variable becomes its value. */
export interface ValueKind<Value> {
  /** What may stand there, for docs/operations.md. */
  readonly allowed: string;
  readonly schema: z.ZodType<Value, string>;
}

/** Of the two kinds of gigabytes the smaller, as disks are sold. */
export const GB = 1_000_000_000;

/** Of the two kinds of megabytes the larger, as docs/reference.md, section 8, counts them. */
export const MB = 1024 * 1024;

export function wholeNumber(min: number, max: number): ValueKind<number> {
  const schema = z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
  return { allowed: `${min} to ${max}`, schema };
}

/** A number of megabytes or gigabytes, with up to three decimals; its value is in bytes. */
export function bytes(unit: 'MB' | 'GB', min: number, max: number): ValueKind<number> {
  const schema = z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, `must be a number of ${unit}`)
    .refine((text) => Number(text) >= min && Number(text) <= max, `must be from ${min} to ${max} ${unit}`)
    .transform((text) => Math.round(Number(text) * (unit === 'MB' ? MB : GB)));
  return { allowed: `${min} to ${max}`, schema };
}

export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]): ValueKind<Word> {
  return {
    allowed: words.map((word) => `\`${word}\``).join(', '),
    schema: z.enum(words, `must be one of ${words.join(', ')}`),
  };
}

/** Printable characters that a header can carry; as many as a random key in base64 of 96 bits has. */
export const secret: ValueKind<string> = {
  allowed: '16 or more of `a-z A-Z 0-9 - . _ ~ + /`',
  schema: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, 'must have 16 or more of the characters a-z A-Z 0-9 - . _ ~ + /'),
};

export const hostName: ValueKind<string> = { allowed: 'an address or a host name', schema: z.string() };

export const folder: ValueKind<string> = {
  allowed: 'a path',
  schema: z.string().transform((path) => resolve(path)),
};

export const databaseUrl: ValueKind<string> = {
  allowed: '`postgres://user:password@host:5432/database`',
  schema: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/database')
    .refine((url) => URL.canParse(url), 'is not a URL'),
};

/** Its value has no trailing slash. */
export const httpUrl: ValueKind<string> = {
  allowed: '`https://chat.example.com`',
  schema: z
    .string()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an http:// or https:// URL')
    .transform((url) => url.replace(/\/+$/, '')),
};

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be origins such as https://chat.example.com, separated by commas',
  );

export const origins: ValueKind<readonly string[]> = {
  allowed: 'origins, separated by commas',
  schema: z.string().transform(listOf).pipe(z.array(origin)),
};

export const trustedProxies: ValueKind<TrustedProxies> = {
  allowed: 'CIDRs, separated by commas',
  schema: z.string().transform((text, ctx) => {
    try {
      return parseTrustedProxies(text);
    } catch (error) {
      ctx.addIssue({
        code: 'custom',
        message: error instanceof Error ? error.message : 'is not a list of CIDRs',
      });
      return z.NEVER;
    }
  }),
};

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
