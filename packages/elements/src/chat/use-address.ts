import type { Attachment, PalaverClient } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useCallback, useEffect, useState } from 'react';
import { useChatSession } from '../host/chat-session.js';
import { FileAddresses } from './file-addresses.js';

const ofClients = new WeakMap<PalaverClient, FileAddresses>();

function addressesOf(client: PalaverClient): FileAddresses {
  const known =
    ofClients.get(client) ??
    new FileAddresses((attachmentId) => client.api.attachments.address.query({ attachmentId }));
  ofClients.set(client, known);
  return known;
}

interface Address {
  /** Null while it is not known. */
  readonly url: string | null;
  readonly failed: boolean;
  /** Asks for it. Resolves with null where there is none. */
  readonly find: () => Promise<string | null>;
}

/** Where the browser loads a file from, without the token of the session. */
export function useAddress({ id }: Pick<Attachment, 'id'>, isWanted: boolean): Address {
  const { url: service } = useChatSession();
  const { client } = useStore();
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const find = useCallback(async () => {
    try {
      const found = new URL(await addressesOf(client).find(id), service).href;
      setUrl(found);
      setFailed(false);
      return found;
    } catch {
      setFailed(true);
      return null;
    }
  }, [client, id, service]);
  useEffect(() => {
    if (isWanted) void find();
  }, [isWanted, find]);
  return { url, failed, find };
}
