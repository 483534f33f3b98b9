import { z } from 'zod';

/** An object of the product that embeds the service (docs/identity.md, Metadata and external ids). */
export const Metadata = z.record(z.string(), z.unknown());
export type Metadata = z.output<typeof Metadata>;

const OF_PRODUCT = 'An object of the product that embeds the service; null for none.';

/** The field `metadata` of a record. */
export const metadata = Metadata.nullable()
  .default(null)
  .meta({ description: OF_PRODUCT, example: { plan: 'gold', ticket: 4711 } });

/** The field `externalId` of a record. */
export const externalId = z.string().nullable().default(null).meta({
  description: 'What an API key has called it: its id in another system; null for none.',
  example: 'customer-4711',
});
