import type { AdminApi } from '../admin-api.js';
import type { CommandContext } from '../command-context.js';

/** The options of every command that asks a service. */
export interface ServiceOptions {
  readonly url?: string | undefined;
}

export const URL_OPTION = [
  '--url <url>',
  'another service than the one of this data folder; PALAVER_TOKEN is the token of an admin there',
] as const;

export const PAGE_OPTIONS = {
  limit: ['--limit <number>', 'how many lines at most (100 at most)'],
  before: ['--before <id>', 'only what is older than the line with this id'],
} as const;

/** The service that a command asks. */
export async function apiOf({ terminal }: CommandContext, { url }: ServiceOptions): Promise<AdminApi> {
  const { adminApi } = await import('../admin-api.js');
  return adminApi(terminal, url);
}
