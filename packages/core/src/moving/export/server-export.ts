import type { Queryable } from '@palaver/db';
import type { SQL } from 'drizzle-orm';
import type { FileStore } from '../../kernel/services/file-store.js';

/** What is exported of a server, and with what. */
export interface ServerExport {
  readonly db: Queryable;
  readonly files: Pick<FileStore, 'size'>;
  readonly serverId: string;
  /** Which of its channels, as a condition on their table. */
  readonly which: SQL | undefined;
  /** Whether external ids of accounts are in it, which their owners and admins of the service alone see, and earlier texts in any case. */
  readonly isOfOperator: boolean;
  readonly exportedAt: Date;
  readonly writtenBy: string;
  /** Awaited before each page, with the channel that it is of; throws where the export has to end. */
  readonly goOn: (channelId: string | null) => Promise<void>;
}
