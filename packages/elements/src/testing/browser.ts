/**
 * What modules use of a browser when they are loaded. Node has none of it. Import it before them.
 */

/** As in browsers, what is stored is also a property. */
class MemoryStorage {
  [name: string]: unknown;

  getItem(name: string): unknown {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name: string, value: unknown): void {
    this[name] = String(value);
  }

  removeItem(name: string): void {
    delete this[name];
  }

  clear(): void {
    for (const name of Object.keys(this)) delete this[name];
  }
}

const events = new EventTarget();

Object.assign(globalThis, {
  addEventListener: events.addEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  document: { documentElement: { dataset: {} } },
  matchMedia: () => new EventTarget(),
});
// Newer Nodes have some of their own, which take no value.
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, { value: new MemoryStorage(), configurable: true });
}
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
