import type { IdentitySettings } from './identity-settings.js';
import type { Limits } from './limits.js';
import type { Quotas } from './quotas.js';
import type { Registration } from './registrations.js';

/** The settings of the operator that core uses; the server reads them from the environment. */
export interface Settings {
  readonly registration: Registration;
  readonly identity: IdentitySettings;
  /** Where clients reach this service, without a trailing slash. */
  readonly publicUrl: string;
  /** Origins of other pages that may call this service. */
  readonly corsOrigins: readonly string[];
  /** Where the pages are that links in mails lead to, without a trailing slash. Null: no mail is sent. */
  readonly mailPagesUrl: string | null;
  /** A session ends when unused for this many days. */
  readonly sessionIdleDays: number;
  /** A session ends this many days after it began, used or not. */
  readonly sessionMaxDays: number;
  /** How many days of events a cursor can resume over. */
  readonly eventRetentionDays: number;
  /** Whether outgoing webhooks may have a URL with `http:`, which then leads into a private network. */
  readonly webhooksOverHttp: boolean;
  /** Whether photos keep where they were taken. */
  readonly keepsPhotoPositions: boolean;
  readonly quotas: Quotas;
  readonly limits: Limits;
}
