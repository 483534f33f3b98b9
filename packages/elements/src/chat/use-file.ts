import type { Attachment } from '@palaver/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useChatSession } from '../host/chat-session.js';

interface LoadedFile {
  /** An address of the file in memory; null while it is not loaded. */
  readonly url: string | null;
  readonly failed: boolean;
  /** Loads it. Resolves with its address, or with null where it cannot be loaded. */
  load(): Promise<string | null>;
}

/** A file of the service. It is fetched with the token of the session, which an address in the page could not have. */
export function useFile({ storedPath, mimeType }: Attachment, isWanted: boolean): LoadedFile {
  const { url: service, token } = useChatSession();
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const load = useCallback(async () => {
    try {
      const answer = await fetch(new URL(storedPath, service), {
        headers: { Authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`The file was answered ${answer.status}`);
      const content = await answer.blob();
      // Nobody would give back the memory of the address.
      if (!isShown.current) return null;
      const loaded = URL.createObjectURL(new Blob([content], { type: mimeType }));
      setUrl(loaded);
      return loaded;
    } catch {
      setFailed(true);
      return null;
    }
  }, [storedPath, mimeType, service, token]);
  useEffect(() => {
    if (isWanted) void load();
  }, [isWanted, load]);
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return { url, failed, load };
}
