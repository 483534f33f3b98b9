import { RECEIPTS_MEMBERS_MAX } from '../protocol/records/receipt.js';
import type { ChannelRow } from './record.js';

/** Whether a channel has few enough members, bots included, for all of them to see how far each has read. */
export function isSmall({ memberCount }: Pick<ChannelRow, 'memberCount'>): boolean {
  return memberCount <= RECEIPTS_MEMBERS_MAX;
}

/** Whether the members of a channel see how far the others have read it. */
export function showsReceipts(channel: Pick<ChannelRow, 'isDm' | 'readReceipts' | 'memberCount'>): boolean {
  return channel.isDm || (channel.readReceipts && isSmall(channel));
}
