import type { WebhookDelivery } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { serverSettingsEn } from '../../i18n/server-settings.en.js';

type Texts = Pick<
  CatalogueOf<typeof serverSettingsEn>,
  'deliveryState' | 'deliveryError' | 'deliveryStatus' | 'attempts'
>;

/** How a language writes times and spans of time. */
export interface Written {
  readonly moment: (instant: string) => string;
  readonly milliseconds: (value: number) => string;
}

/** What became of a delivery, and when. */
export function deliveryText(
  { state, attempts, status, error, durationMs, createdAt, triedAt }: WebhookDelivery,
  s: Texts,
  { moment, milliseconds }: Written,
): string {
  return [
    s.deliveryState(state),
    ...(status === null ? [] : [s.deliveryStatus(status)]),
    // A status that is told says as much.
    ...(error === null || (error === 'status' && status !== null) ? [] : [s.deliveryError(error)]),
    ...(durationMs === null ? [] : [milliseconds(durationMs)]),
    ...(attempts > 1 ? [s.attempts(attempts)] : []),
    moment(triedAt ?? createdAt),
  ].join(' · ');
}

/** Whether it can be sent again: one that waits is sent anyway, and what may not be read or is gone is not. */
export function maySendAgain({ state }: Pick<WebhookDelivery, 'state'>): boolean {
  return state === 'delivered' || state === 'failed';
}
