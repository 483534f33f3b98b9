import type { LinkSpan, Span } from '@palaver/markup';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import styles from './markdown.module.css';
import { ChannelName, EmojiText, MentionText } from './named.js';

export function Spans({ spans }: { readonly spans: readonly Span[] }): ReactNode {
  return createElement(Fragment, null, ...spans.map(shownSpan));
}

function shownSpan(span: Span): ReactNode {
  switch (span.type) {
    case 'text':
      return span.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{span.text}</code>;
    case 'strong':
      return (
        <strong>
          <Spans spans={span.spans} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Spans spans={span.spans} />
        </em>
      );
    case 'struck':
      return (
        <del>
          <Spans spans={span.spans} />
        </del>
      );
    case 'spoiler':
      return <Spoiler spans={span.spans} />;
    case 'link':
      return <Anchor link={span} />;
    case 'mention':
      return <MentionText name={span.name} />;
    case 'channel':
      return <ChannelName name={span.name} />;
    case 'emoji':
      return <EmojiText name={span.name} />;
  }
}

/** A link whose text is the address of another host says where it really leads. */
function Anchor({ link: { href, host, spans } }: { readonly link: LinkSpan }) {
  const anchor = (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      <Spans spans={spans} />
    </a>
  );
  if (host === null) return anchor;
  return (
    <>
      {anchor} <bdi className={styles.host}>({host})</bdi>
    </>
  );
}

/** Hidden, also from those who listen, until it is pressed. */
function Spoiler({ spans }: { readonly spans: readonly Span[] }) {
  const t = useTexts();
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <span className={styles.spoiler}>
        <Spans spans={spans} />
      </span>
    );
  return (
    <button
      type="button"
      className={styles.spoiler}
      aria-label={t.showSpoiler}
      onClick={() => setShown(true)}
    >
      <span aria-hidden="true" inert>
        <Spans spans={spans} />
      </span>
    </button>
  );
}
