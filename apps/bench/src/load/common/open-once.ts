/**
 * Remembers what was opened for a key and gives it again for an equal one. Connections stay open between jobs in this
 * way, because connecting is not what is measured.
 */
export function openOnce<Key, T>(open: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const opened = new Map<string, Promise<T>>();
  return (key) => {
    const text = JSON.stringify(key);
    const known = opened.get(text) ?? open(key);
    opened.set(text, known);
    return known;
  };
}
