import type { Block, List, ListItem, Span, Table } from '@palaver/markup';
import { createElement, Fragment, type ReactNode } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { CodeBlock } from './code-block.js';
import styles from './markdown.module.css';
import { Spans } from './spans.js';

/** Children by their position: a text is parsed as a whole, so each keeps its place and needs no key. */
function inOrder(tag: 'ul' | 'tbody' | 'tr' | typeof Fragment, children: readonly ReactNode[]): ReactNode {
  return createElement(tag, null, ...children);
}

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** Stands behind the last word where the text ends with a paragraph, else on a line of its own. */
  readonly end?: ReactNode;
}

export function Blocks({ blocks, end }: BlocksProps): ReactNode {
  const last = blocks.at(-1);
  const shown = blocks.map((block) => shownBlock(block, block === last ? end : undefined));
  return inOrder(Fragment, last?.type === 'paragraph' ? shown : [...shown, end]);
}

function shownBlock(block: Block, end?: ReactNode): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Spans spans={block.spans} />
          {end}
        </p>
      );
    case 'heading':
      return (
        <p dir="auto" className={styles.heading} data-level={block.level}>
          <Spans spans={block.spans} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'fence':
      return <CodeBlock code={block.text} language={block.language} />;
    case 'list':
      return list(block);
    case 'table':
      return table(block);
    case 'rule':
      return <hr />;
  }
}

function list({ start, isTight, items }: List): ReactNode {
  const entries = items.map((item) => createElement(Item, { item, isTight }));
  return start === null ? inOrder('ul', entries) : createElement('ol', { start }, ...entries);
}

function Item({ item, isTight }: { readonly item: ListItem; readonly isTight: boolean }) {
  const t = useTexts();
  const { isDone, blocks } = item;
  const inside = blocks.map((block) =>
    isTight && block.type === 'paragraph' ? createElement(Spans, { spans: block.spans }) : shownBlock(block),
  );
  if (isDone === null) return <li>{inOrder(Fragment, inside)}</li>;
  return (
    <li className={styles.task}>
      <input type="checkbox" checked={isDone} disabled aria-label={isDone ? t.taskDone : t.taskOpen} />{' '}
      {inOrder(Fragment, inside)}
    </li>
  );
}

function table({ alignments, rows }: Table): ReactNode {
  const [head = [], ...body] = rows;
  const cells = (tag: 'th' | 'td', row: ReadonlyArray<readonly Span[]>) =>
    inOrder(
      'tr',
      row.map((spans, column) =>
        createElement(
          tag,
          { dir: 'auto', 'data-side': alignments[column] ?? undefined },
          <Spans spans={spans} />,
        ),
      ),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>{cells('th', head)}</thead>
        {inOrder(
          'tbody',
          body.map((row) => cells('td', row)),
        )}
      </table>
    </div>
  );
}
