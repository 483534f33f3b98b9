import { Window } from 'happy-dom';

/**
 * A document for React, and nothing else of a browser: the service runs in the same process, and `fetch` of a browser would
 * not reach it. It must be imported before React.
 */
const window = new Window({ url: 'http://localhost/' });
Object.assign(globalThis, {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  Node: window.Node,
  MutationObserver: window.MutationObserver,
});
// Node 21 and newer have one of their own.
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: window.navigator });

const { configure } = await import('@testing-library/react');
// Less than the limit of a test, so that a failure says what was waited for.
configure({ asyncUtilTimeout: 240_000 });
