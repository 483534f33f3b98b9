import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { Page } from '../kernel/schema/pagination.js';
import { readableText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { Hold } from '../protocol/records/hold.js';

const REASON_MAX = 512;

export const CreateHoldInput = writing(Hold, {
  serverId: optional(idInput('the server')).meta({
    description: 'A server with its channels. Either this or `channelId`.',
  }),
  channelId: optional(idInput('the channel')).meta({ description: 'One channel or direct message.' }),
  reason: readableText(1, REASON_MAX).meta({ description: 'Why, for other admins.' }),
});
export type CreateHoldInput = z.output<typeof CreateHoldInput>;

export const ListHoldsInput = Page.prefault({});
export type ListHoldsInput = z.output<typeof ListHoldsInput>;

export const HoldInput = z.object({ holdId: idInput('the hold') });

export const ListHeldInput = Page.extend(HoldInput.shape);
export type ListHeldInput = z.output<typeof ListHeldInput>;
