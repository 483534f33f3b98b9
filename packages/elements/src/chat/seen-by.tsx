import type { AnyChannel, Message } from '@palaver/client';
import type { StoreState } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Avatar } from '../ui/avatar.js';
import { useNames } from './names.js';
import { afterEvent, type Positions, positionsOf, readersOf } from './receipts.js';
import styles from './seen-by.module.css';

const NOBODY: Positions = new Map();
const Context = createContext<Positions>(NOBODY);

/** This many faces are shown. The others are counted. */
const FACES_MAX = 5;

const selectUserId = ({ userId }: StoreState) => userId;
const selectIsLive = ({ connection }: StoreState) => connection.status === 'live';

/** Follows how far the members have read, where the channel shows it. */
export function ReceiptsProvider({
  channel,
  children,
}: {
  readonly channel: Pick<AnyChannel, 'id' | 'isDm' | 'readReceipts'>;
  readonly children: ReactNode;
}) {
  const isShown = channel.isDm || channel.readReceipts;
  const positions = usePositions(isShown ? channel.id : null);
  return <Context value={positions}>{children}</Context>;
}

/** They are not in the log: they are read again whenever the connection has come back. */
function usePositions(channelId: string | null): Positions {
  const store = useStore();
  const isLive = useSelected(selectIsLive);
  const [positions, setPositions] = useState(NOBODY);
  useEffect(() => {
    if (channelId === null || !isLive) return undefined;
    let isCurrent = true;
    let read: Positions | null = null;
    const later: Parameters<Parameters<typeof store.hear>[0]>[0][] = [];
    const leave = store.hear((event) => {
      if (read === null) later.push(event);
      else setPositions((before) => afterEvent(before, channelId, event));
    });
    store.client.api.readState.receipts
      .query({ channelId })
      .then((receipts) => {
        if (!isCurrent) return;
        read = later.reduce((before, event) => afterEvent(before, channelId, event), positionsOf(receipts));
        setPositions(read);
      })
      // Whoever is no member sees none.
      .catch(() => {});
    return () => {
      isCurrent = false;
      leave();
      setPositions(NOBODY);
    };
  }, [store, channelId, isLive]);
  return positions;
}

/** The faces of those who have read up to a message and no further. */
export function SeenBy({ message }: { readonly message: Message }) {
  const t = useTexts();
  const positions = useContext(Context);
  const names = useNames();
  const myId = useSelected(selectUserId);
  const readers = readersOf(positions, message, myId).flatMap((id) => names?.usersById.get(id) ?? []);
  if (readers.length === 0) return null;
  const faces = readers.slice(0, FACES_MAX);
  const told = t.seenBy(
    t.namesAndMore(
      faces.map(({ displayName }) => displayName),
      readers.length - faces.length,
    ),
  );
  return (
    <span className={styles.seen} role="img" aria-label={told} title={told}>
      {faces.map((user) => (
        <Avatar key={user.id} user={user} size="tiny" />
      ))}
      {readers.length > faces.length && <span aria-hidden="true">+{readers.length - faces.length}</span>}
    </span>
  );
}
