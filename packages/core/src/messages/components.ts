import type { Component, ComponentRow } from '../protocol/records/component.js';

/** The component with this id that can be used; null without one. */
export function findComponent(rows: readonly ComponentRow[], componentId: string): Component | null {
  for (const { components } of rows) {
    const found = components.find(({ id, disabled }) => id === componentId && !disabled);
    if (found) return found;
  }
  return null;
}
