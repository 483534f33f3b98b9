import { Lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { CodeBlock } from './code-block.js';
import styles from './markdown.module.css';
import { withNames } from './named.js';
import { isSafeAddress } from './safe-address.js';

/**
 * Shows the text of a message. Its Markdown becomes elements of React and never HTML, so nothing in a text can be more than
 * what this file makes: HTML is shown as it was typed, and an image as a link.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.text} dir="auto" data-emoji={isEmojiAlone(text) || undefined}>
      {PLAIN.test(text) ? <p>{text}</p> : blocks(Lexer.lex(text, { gfm: true, breaks: true }))}
    </div>
  );
});

/** Words and marks on one line that mean nothing in Markdown, as most messages are: no list, address or name in them. */
const PLAIN =
  /^(?!\d+[.)](?: |$)|.*[wW]{3}\.)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ,.;!?'"()…–-]*[\p{L}\p{M}\p{N},.;!?'")…])?$/u;

const ONE_EMOJI = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?';
const FEW_EMOJI = new RegExp(`^(?:(?:${ONE_EMOJI}(?:\\u200d${ONE_EMOJI})*|\\p{RI}\\p{RI})\\s*){1,6}$`, 'u');

/** A few emoji and nothing else are shown large. */
function isEmojiAlone(text: string): boolean {
  return text.length < 80 && FEW_EMOJI.test(text);
}

/** Children by their position: a text is parsed as a whole, so a token keeps its place and needs no key. */
function inOrder(tag: 'ul' | 'tbody' | 'tr' | typeof Fragment, children: readonly ReactNode[]): ReactNode {
  return createElement(tag, null, ...children);
}

function blocks(tokens: readonly Token[]): ReactNode {
  return inOrder(Fragment, tokens.map(block));
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'heading':
      return <p className={styles.heading}>{inline(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case 'code':
      return <CodeBlock code={token.text} language={token.lang ?? ''} />;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return <p>{token.raw}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const entries = items.map(({ tokens }) => createElement('li', null, blocks(tokens)));
  return ordered ? createElement('ol', { start: Number(start) }, ...entries) : inOrder('ul', entries);
}

function table({ header, rows }: Tokens.Table): ReactNode {
  const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]) =>
    inOrder(
      'tr',
      row.map(({ tokens }) => createElement(tag, null, inline(tokens))),
    );
  return (
    <div className={styles.table}>
      <table>
        <thead>{cells('th', header)}</thead>
        {inOrder(
          'tbody',
          rows.map((row) => cells('td', row)),
        )}
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[] = []): ReactNode {
  return inOrder(Fragment, tokens.map(span));
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token.href, inline(token.tokens));
    case 'image':
      return link(token.href, token.text || token.href);
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inline(token.tokens) : withNames(token.text);
    default:
      return token.raw;
  }
}

function link(href: string, children: ReactNode): ReactNode {
  if (!isSafeAddress(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  );
}
