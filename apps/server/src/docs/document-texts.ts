import { readFile } from 'node:fs/promises';
import { asyncApiDocument, type Limits } from '@palaver/core';
import type { oas31 } from 'zod-openapi';
import type { ServiceInfo } from './openapi-document.js';

/** What describes the service, to programs and to people. */
export interface DocumentTexts {
  readonly openApi: string;
  /** The reference page, with `ASSETS` for the folder of its files. */
  readonly page: string;
}

/** Stands for the folder of the page's files, whose version is known where they are served. */
export const ASSETS = '/api/docs/assets/version-of-the-assets';

/** Makes both. It takes a second of processor time, in which this process does nothing else. */
export async function makeTexts(openApi: oas31.OpenAPIObject): Promise<DocumentTexts> {
  const { pageOf } = await import('./page/page.js');
  const publicUrl = openApi.servers?.[0]?.url ?? '';
  const asyncApi = asyncApiDocument({ publicUrl, version: openApi.info.version });
  return { openApi: JSON.stringify(openApi), page: pageOf({ openApi, asyncApi, assets: ASSETS }) };
}

const ADDRESS = 'https://address-of-the-service.invalid';
/** Numbers that no description has, each in the place of a limit. */
const LIMITS: Limits = {
  messageCharacters: 900_719_901,
  messageFiles: 900_719_902,
  messageReactions: 900_719_903,
  messageEdits: 900_719_904,
  fileBytes: 900_719_905,
  avatarBytes: 900_719_906,
  unclaimedHours: 900_719_907,
};

/** The service that the built texts describe: its address and its limits are filled in later. */
export function unknownService(version: string): ServiceInfo {
  return { publicUrl: ADDRESS, version, limits: LIMITS };
}

/** Fills in what is known of a service into texts about `unknownService`. */
export function fillIn(
  { openApi, page }: DocumentTexts,
  { publicUrl, limits }: Pick<ServiceInfo, 'publicUrl' | 'limits'>,
): DocumentTexts {
  const values = Object.entries(limits).map(([name, value]) => [name, String(value)] as const);
  const byNumber = new Map(Object.entries(LIMITS).map(([name, number]) => [String(number), name]));
  const named = new Map(values);
  const filled = (text: string) =>
    text
      .replaceAll(ADDRESS, () => publicUrl)
      .replaceAll(/9007199\d\d/g, (number) => named.get(byNumber.get(number) ?? '') ?? number);
  return { openApi: filled(openApi), page: filled(page) };
}

/** Where the build writes the texts about `unknownService` (`write-texts.ts`). */
export const BUILT_TEXTS = new URL('../../dist/documents.json', import.meta.url);

/** Reads what the build has written. */
export async function readBuiltTexts(): Promise<DocumentTexts> {
  // Our own build wrote it.
  const texts: DocumentTexts = JSON.parse(await readFile(BUILT_TEXTS, 'utf8'));
  return texts;
}
