import type { MailKind } from './outbox.js';

/** What this node has done with mails since it started, for the metrics. Counts are by the kind of the mail. */
export interface MailMeasures {
  /** Mails that the mail server has taken over. */
  readonly sent: Record<string, number>;
  /** Attempts that have failed, with those after which a mail was given up. */
  readonly failed: Record<string, number>;
  /** For how long the digest that this node looked at last had been due, in seconds; 0 when none was. */
  digestLagSeconds: number;
}

const none = () =>
  ({
    'verify-email': 0,
    'reset-password': 0,
    invitation: 0,
    security: 0,
    'webhook-disabled': 0,
    'secrets-exposed': 0,
    digest: 0,
  }) satisfies Record<MailKind, number>;

export const createMailMeasures = (): MailMeasures => ({ sent: none(), failed: none(), digestLagSeconds: 0 });

/** Adds one mail to a count. */
export function countMail(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}
