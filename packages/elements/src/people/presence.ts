import type { StoreState } from '@palaver/client/store';

type State = Pick<StoreState, 'userId' | 'online'> & {
  readonly connection: Pick<StoreState['connection'], 'status'>;
};

/** Whether somebody is online. The service tells nobody that they are online themselves. */
export function isOnlineIn({ userId, online, connection }: State, id: string): boolean {
  return id === userId ? connection.status === 'live' : online.has(id);
}
