import type { AnyChannel } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { type Loaded, pageAfter, withPage } from '../../ui/pages.js';
import { sentenceAt } from '../../ui/refused.js';
import { useNames } from '../names.js';
import { peopleFinder } from './find-people-ids.js';
import type { Sort } from './search-filters.js';
import type { Found } from './search-hit.js';
import { withPeople } from './search-words.js';

interface Asked {
  readonly q: string;
  readonly sort: Sort;
}

/** What was found by the last search of the server, or of everything where the channel is a direct message. */
export function useSearch({ serverId }: AnyChannel) {
  const t = useTexts();
  const { client } = useStore();
  const names = useNames();
  const [found, setFound] = useState<Loaded<Found> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = useRef<Asked>({ q: '', sort: 'newest' });
  /** Of two searches at once, the later one is shown. */
  const run = useRef(0);

  async function ask(earlier: readonly Found[]) {
    const current = ++run.current;
    setBusy(true);
    setError(null);
    const request = pageAfter(earlier, ({ message }) => message.id);
    const input = { ...asked.current, ...request };
    try {
      const next =
        serverId === null
          ? await client.api.search.everywhere.query(input)
          : await client.api.search.inServer.query({ serverId, ...input });
      if (current === run.current) setFound(withPage(earlier, next, request));
    } catch (cause) {
      if (current === run.current) setError(sentenceAt('q', cause, t));
    } finally {
      if (current === run.current) setBusy(false);
    }
  }

  async function search(query: string, sort: Sort) {
    const typed = query.trim();
    if (typed === '') {
      run.current++;
      setFound(null);
      setError(null);
      return setBusy(false);
    }
    // A name that cannot be looked up is searched for as it is.
    const q = await withPeople(typed, peopleFinder(client, names, serverId)).catch(() => typed);
    asked.current = { q, sort };
    await ask([]);
  }

  return { found, error, isBusy, search, more: () => ask(found?.items ?? []) };
}
