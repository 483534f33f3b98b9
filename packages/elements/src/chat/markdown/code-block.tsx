import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { type Highlighted, highlight } from './highlight.js';
import styles from './markdown.module.css';

/** A block of code with its language, in colours once the highlighter is loaded. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const [parts, setParts] = useState<readonly Highlighted[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void highlight(code, language).then(
      (found) => {
        if (isCurrent) setParts(found);
      },
      // Without a connection the code has no colours.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return (
    <div className={styles.code} dir="ltr">
      <div className={styles.codeHead}>
        {language !== '' && <span>{language}</span>}
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code>
          {parts === null
            ? code
            : parts.map(({ start, text, scope }) => (
                <span key={start} data-code={scope}>
                  {text}
                </span>
              ))}
        </code>
      </pre>
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => {},
        )
      }
    >
      {isCopied ? t.copied : t.copy}
    </button>
  );
}
