import type { DraftKeeper } from '@palaver/client/personal';
import { createContext, useContext } from 'react';

/** What the elements need of the session beside its store. */
export interface ChatSession {
  /** Where the service is. */
  readonly url: string;
  /** For files, which the client does not fetch. */
  readonly token: string;
  /** What the person has begun to write. */
  readonly drafts: DraftKeeper;
}

const Context = createContext<ChatSession | null>(null);

export const ChatSessionProvider = Context.Provider;

/** Throws where no `ChatSessionProvider` is around. */
export function useChatSession(): ChatSession {
  const session = useContext(Context);
  if (session === null) throw new Error('There is no ChatSessionProvider');
  return session;
}

/** What the person has begun to write. */
export function useDrafts(): DraftKeeper {
  return useChatSession().drafts;
}
