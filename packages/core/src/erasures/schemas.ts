import type { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { optional } from '../kernel/schema/optional.js';
import { Page } from '../kernel/schema/pagination.js';
import { writing } from '../kernel/schema/writing.js';
import { Erasure } from '../protocol/records/erasure.js';

const ofServer = { serverId: idInput('the server') };
const before = optional(InstantInput).meta({
  description:
    'Only messages from before it, which is not in the future; without it, all that there are now.',
});

export const EraseChannelInput = writing(Erasure, {
  ...ofServer,
  channelId: idInput('the channel'),
  before,
});
export type EraseChannelInput = z.output<typeof EraseChannelInput>;

export const EraseMemberInput = writing(Erasure, {
  ...ofServer,
  userId: idInput('the author, a member or not'),
  before,
});
export type EraseMemberInput = z.output<typeof EraseMemberInput>;

export const ListErasuresInput = Page.extend(ofServer);
export type ListErasuresInput = z.output<typeof ListErasuresInput>;

export const ListAllErasuresInput = Page.prefault({});
export type ListAllErasuresInput = z.output<typeof ListAllErasuresInput>;
