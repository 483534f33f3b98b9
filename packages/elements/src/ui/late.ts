import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2_000;

/**
 * A component that is loaded when it is first shown. Without a connection it is tried again until there is one.
 */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => patiently(load));
}

async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
