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

/** Gives the address of a path of the service, such as that of a picture. Outside of a session it is on the page's own origin. */
export function useAddressOfPath(): (path: string) => string {
  const url = useContext(Context)?.url;
  return (path) => (url === undefined ? path : new URL(path, url).href);
}

/** What the person has begun to write. */
export function useDrafts(): DraftKeeper {
  return useChatSession().drafts;
}
