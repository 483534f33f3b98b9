import { useEffect, useState } from 'react';
import { type Highlighted, highlight } from './highlight.js';

/** A block of code, in colours once the highlighter is loaded. */
export function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const [parts, setParts] = useState<readonly Highlighted[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void highlight(code, language).then((found) => {
      if (isCurrent) setParts(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard (WCAG 2.1.1)
    <pre dir="ltr" tabIndex={0}>
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
  );
}
