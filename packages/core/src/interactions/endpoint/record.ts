import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../../kernel/sql/instant.js';
import type { BotEndpoint } from '../../protocol/records/bot-endpoint.js';

export type EndpointRow = InferSelectModel<typeof tables.botEndpoints>;

/** The record as the owner of the bot sees it; a bot without an endpoint has one of nulls. */
export function toBotEndpoint(botId: string, row: EndpointRow | null): BotEndpoint {
  return {
    botId,
    url: row?.url ?? null,
    failingSince: row?.failingSince ? iso(row.failingSince) : null,
    failedAt: row?.failedAt ? iso(row.failedAt) : null,
    status: row?.status ?? null,
    error: row?.error ?? null,
    updatedAt: row ? iso(row.updatedAt) : null,
  };
}
