import type { Limits } from './limits.js';
import type { Quotas } from './quotas.js';

export const REGISTRATIONS = ['open', 'invite', 'closed'] as const;
/** Who may register: everybody, who has an invite to a server, or nobody. */
export type Registration = (typeof REGISTRATIONS)[number];

/** The settings of the operator that core uses; the server reads them from the environment. */
export interface Settings {
  readonly registration: Registration;
  /** Where clients reach this service, without a trailing slash. */
  readonly publicUrl: string;
  /** A session ends when unused for this many days. */
  readonly sessionIdleDays: number;
  /** A session ends this many days after it began, used or not. */
  readonly sessionMaxDays: number;
  /** How many days of events a cursor can resume over. */
  readonly eventRetentionDays: number;
  readonly quotas: Quotas;
  readonly limits: Limits;
}
