import { tables } from '@palaver/db';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PurposeName } from '../kernel/services/secrets.js';

/** A column of sealed texts, and the one whose value is in their purpose. */
export interface Place {
  readonly id: PgColumn;
  readonly sealed: PgColumn;
}

const { totpSecrets, outgoingWebhooks, botEndpoints, incomingWebhooks } = tables;

/** Where the sealed texts of each kind are stored; a kind without a place is kept by somebody else, or ends by itself. */
export const PLACES: Readonly<Record<PurposeName, readonly Place[]>> = {
  authenticatorApp: [{ id: totpSecrets.userId, sealed: totpSecrets.sealed }],
  calledWebhook: [
    { id: outgoingWebhooks.id, sealed: outgoingWebhooks.secret },
    { id: outgoingWebhooks.id, sealed: outgoingWebhooks.previousSecret },
    { id: botEndpoints.botId, sealed: botEndpoints.secret },
    { id: botEndpoints.botId, sealed: botEndpoints.previousSecret },
  ],
  githubSecret: [{ id: incomingWebhooks.id, sealed: incomingWebhooks.githubSecret }],
  // In mails that were sent.
  unsubscribe: [],
  // In addresses, for an hour.
  fileAddress: [],
};
