import { createHash } from 'node:crypto';

/** The key of the direct message of these people: the same people always have the same one. */
export function dmKeyOf(userIds: readonly string[]): string {
  return [...userIds].sort().join(',');
}

/** What is stored as the name of a direct message. Its names are made for each reader (`toDirectMessage`). */
export function dmNameOf(dmKey: string): string {
  return `dm-${createHash('sha256').update(dmKey).digest('hex').slice(0, 24)}`;
}
