import type { Attachment, PictureSize } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useCallback, useEffect, useState } from 'react';

interface Address {
  /** Null while it is not known. */
  readonly url: string | null;
  readonly failed: boolean;
  /** Asks for it. Resolves with null where there is none. */
  readonly find: () => Promise<string | null>;
}

/** Where the browser loads a file from, without the token of the session; with a size, a picture that is no larger. */
export function useAddress(
  { id }: Pick<Attachment, 'id'>,
  isWanted: boolean,
  size?: PictureSize | undefined,
): Address {
  const { client } = useStore();
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const find = useCallback(async () => {
    try {
      const found = await client.files.url({ id }, { size });
      setUrl(found);
      setFailed(false);
      return found;
    } catch {
      setFailed(true);
      return null;
    }
  }, [client, id, size]);
  useEffect(() => {
    if (isWanted) void find();
  }, [isWanted, find]);
  return { url, failed, find };
}
