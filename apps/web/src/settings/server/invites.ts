import type { Invite } from '@palaver/client';

/** Whether nobody joins by an invite any more. */
export function isOver({
  uses,
  maxUses,
  expiresAt,
}: Pick<Invite, 'uses' | 'maxUses' | 'expiresAt'>): boolean {
  return (maxUses !== null && uses >= maxUses) || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
}
