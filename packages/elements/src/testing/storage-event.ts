/** Tells the page that another tab has written a key; null for all of them. */
export function beginsAt(key: string | null): void {
  dispatchEvent(Object.assign(new Event('storage'), { key }));
}
