import { createContext, useContext } from 'react';

const UnreadFromContext = createContext<(messageId: string | null) => void>(() => {});

/** Tells the channel that its person wants to come back to it: it is not marked as read while it stays open. */
export function useUnreadFrom(): (messageId: string | null) => void {
  return useContext(UnreadFromContext);
}

export const UnreadFromProvider = UnreadFromContext.Provider;
