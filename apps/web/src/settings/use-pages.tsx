import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { useAnswer } from './use-answer.js';

const PAGE = 50;

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
  read: (page: { readonly limit: number; readonly before?: string }) => Promise<readonly Each[]>,
  cursorOf: (item: Each) => string,
  key = '',
): Pages<Each> {
  const t = useTexts();
  const [isLoading, setLoading] = useState(false);
  const answer = useAnswer(async () => {
    const items = await read({ limit: PAGE });
    return { items, isWhole: items.length < PAGE };
  }, key);
  const last = answer.value?.items.at(-1);

  async function loadMore() {
    if (last === undefined) return;
    setLoading(true);
    try {
      const next = await read({ limit: PAGE, before: cursorOf(last) });
      answer.change(({ items }) => ({ items: [...items, ...next], isWhole: next.length < PAGE }));
    } finally {
      setLoading(false);
    }
  }

  return {
    items: answer.value?.items ?? null,
    error: answer.error,
    reload: answer.reload,
    more: answer.value !== null && !answer.value.isWhole && (
      <Button look="plain" disabled={isLoading} onClick={() => void loadMore().catch(() => {})}>
        {t.showMore}
      </Button>
    ),
  };
}
