import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from './button.js';
import { type PageRequest, pageAfter, withPage } from './pages.js';
import { sentenceOf } from './refusal.js';
import { useAnswer } from './use-answer.js';

interface Pages<Each> {
  /** Null until the first page is there. */
  readonly items: readonly Each[] | null;
  readonly error: string | null;
  readonly reload: () => Promise<void>;
  /** The button for the next page, where there may be one. */
  readonly more: ReactNode;
}

/** A list that the service answers page by page. */
export function usePages<Each>(
  read: (page: PageRequest) => Promise<readonly Each[]>,
  cursorOf: (item: Each) => string,
  key = '',
): Pages<Each> {
  const t = useTexts();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const next = async (items: readonly Each[]) => {
    const request = pageAfter(items, cursorOf);
    return { request, page: await read(request) };
  };
  const answer = useAnswer(async () => {
    const { request, page } = await next([]);
    return withPage([], page, request);
  }, key);

  async function loadMore(items: readonly Each[]) {
    setLoading(true);
    setError(null);
    try {
      const { request, page } = await next(items);
      answer.change((loaded) => withPage(loaded.items, page, request));
    } catch (cause) {
      setError(sentenceOf(cause, t));
    } finally {
      setLoading(false);
    }
  }

  const { value } = answer;
  return {
    items: value?.items ?? null,
    error: answer.error ?? error,
    reload: answer.reload,
    more: value !== null && !value.isWhole && (
      <Button look="plain" disabled={isLoading} onClick={() => void loadMore(value.items)}>
        {t.showMore}
      </Button>
    ),
  };
}
