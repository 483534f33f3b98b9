import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Networks } from '../outgoing/public-addresses.js';
import type { MailSender } from '../outgoing/smtp-settings.js';
import { parseTrustedProxies, type TrustedProxies } from '../rate-limit/trusted-proxies.js';

/** How the text of a variable becomes its value. */
export interface ValueKind<Value> {
  /** What may stand there, for docs/operations.md. */
  readonly allowed: string;
  /** What admins of the service are shown of a valid text; null: it is a secret. */
  readonly shown: ((text: string) => string) | null;
  readonly schema: z.ZodType<Value, string>;
}

/** For a value without any secret. */
const asItIs = (text: string): string => text;
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
  return { allowed: `${min} to ${max}`, shown: asItIs, schema };
}

/** A number of processes; `auto` is one for each core. */
export const workers: ValueKind<number> = {
  allowed: '1 to 64, `auto`',
  shown: asItIs,
  schema: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'must be a number or auto')
    .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), 64) : Number(text)))
    .refine((value) => value <= 64, 'must be from 1 to 64'),
};

/** A number of megabytes or gigabytes, with up to three decimals; its value is in bytes. */
export function bytes(unit: 'MB' | 'GB', min: number, max: number): ValueKind<number> {
  const schema = z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, `must be a number of ${unit}`)
    .refine((text) => Number(text) >= min && Number(text) <= max, `must be from ${min} to ${max} ${unit}`)
    .transform((text) => Math.round(Number(text) * (unit === 'MB' ? MB : GB)));
  return { allowed: `${min} to ${max}`, shown: asItIs, schema };
}

export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]): ValueKind<Word> {
  return {
    allowed: words.map((word) => `\`${word}\``).join(', '),
    shown: asItIs,
    schema: z.enum(words, `must be one of ${words.join(', ')}`),
  };
}

export const secretKey: ValueKind<string> = {
  allowed: '32 or more characters',
  shown: null,
  schema: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(1_024, 'must have at most 1024 characters'),
};

/** Printable characters that a header can carry; as many as a random key in base64 of 96 bits has. */
export const secret: ValueKind<string> = {
  allowed: '16 or more of `a-z A-Z 0-9 - . _ ~ + /`',
  shown: null,
  schema: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, 'must have 16 or more of the characters a-z A-Z 0-9 - . _ ~ + /'),
};

/** Of AWS: 3 to 63 characters. */
export const bucketName: ValueKind<string> = {
  allowed: '3 to 63 of `a-z 0-9 - .`',
  shown: asItIs,
  schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
};

/** Its value ends with a slash. */
export const objectPrefix: ValueKind<string> = {
  allowed: 'a path such as `palaver/files`',
  shown: asItIs,
  schema: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a path such as palaver/files')
    .transform((path) => `${path.replace(/\/$/, '')}/`),
};

export const anyText: ValueKind<string> = {
  allowed: 'as the store gives it',
  shown: asItIs,
  schema: z.string(),
};

export const anySecret: ValueKind<string> = { ...anyText, shown: null };

export const hostName: ValueKind<string> = {
  allowed: 'an address or a host name',
  shown: asItIs,
  schema: z.string(),
};

export const folder: ValueKind<string> = {
  allowed: 'a path',
  shown: asItIs,
  schema: z.string().transform((path) => resolve(path)),
};

/** An address, with or without a name before it. */
export const mailSender: ValueKind<MailSender> = {
  allowed: '`chat@example.com`, `Acme Chat <chat@example.com>`',
  shown: asItIs,
  schema: z
    .string()
    .regex(
      /^([^<>"\p{Cc}]{1,64} )?<[^<>\s]+>$|^[^<>\s]+$/u,
      'must be an address such as Chat <chat@example.com>',
    )
    .transform((text) => {
      const [, name = '', address = text] = /^(.*?) ?<(.+)>$/.exec(text) ?? [];
      return { name, address };
    })
    .refine(({ address }) => z.email().safeParse(address).success, 'must have an e-mail address'),
};

/** Of Standard Webhooks: 24 to 64 random bytes. Its value is the key. */
export const webhookSecret: ValueKind<Buffer> = {
  allowed: '`whsec_` and 24 to 64 bytes in base64',
  shown: null,
  schema: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
    .transform((text) => Buffer.from(text.slice('whsec_'.length), 'base64'))
    .refine(({ length }) => length >= 24 && length <= 64, 'must be whsec_ and 24 to 64 bytes in base64'),
};

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be origins such as https://chat.example.com, separated by commas',
  );

export const origins: ValueKind<readonly string[]> = {
  allowed: 'origins, separated by commas',
  shown: asItIs,
  schema: z.string().transform(listOf).pipe(z.array(origin)),
};

export const trustedProxies: ValueKind<TrustedProxies> = {
  allowed: 'CIDRs, separated by commas',
  shown: asItIs,
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

/** Networks by their CIDRs. */
export const networks: ValueKind<Networks> = {
  allowed: 'CIDRs, separated by commas',
  shown: asItIs,
  schema: z.string().transform((text, ctx) => {
    try {
      return listOf(text).map((item) => ipaddr.parseCIDR(item));
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be CIDRs such as 10.0.0.0/8, separated by commas' });
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
