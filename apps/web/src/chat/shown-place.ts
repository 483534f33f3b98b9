const listeners = new Set<() => void>();

/** Calls a listener when something on the page has led to a place, also to the one that is shown. */
export function onShownPlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellShownPlace(): void {
  for (const listener of [...listeners]) listener();
}
