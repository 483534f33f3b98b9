/** The element of a selector. Throws where the page has none: page.ts of the server and the scripts must agree. */
export function find<T extends Element>(root: ParentNode, selector: string, kind: new () => T): T {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** A new element with a class, texts and elements in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** What to tell a person of an error. */
export function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
