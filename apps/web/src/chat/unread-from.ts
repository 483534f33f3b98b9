import { createContext, useContext } from 'react';

const UnreadFromContext = createContext<(messageId: string) => void>(() => {});

/** Tells the channel that its person wants to come back to it: it is not marked as read while it stays open. */
export function useUnreadFrom(): (messageId: string) => void {
  return useContext(UnreadFromContext);
}

export const UnreadFromProvider = UnreadFromContext.Provider;
