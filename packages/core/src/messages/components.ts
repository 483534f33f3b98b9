import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Component, ComponentRow } from '../protocol/records/component.js';

/** Throws `BOTS_ONLY` where somebody else gives components. */
export function requireBotFor(
  { isBot }: Pick<Actor, 'isBot'>,
  components: readonly ComponentRow[] | undefined,
): void {
  if (components === undefined || components.length === 0 || isBot) return;
  throw new AppError('BOTS_ONLY', { message: 'Only bots send components.' });
}

/** The component with this id that can be used; null without one. */
export function findComponent(rows: readonly ComponentRow[], componentId: string): Component | null {
  for (const { components } of rows) {
    const found = components.find(({ id, disabled }) => id === componentId && !disabled);
    if (found) return found;
  }
  return null;
}

/** As components are stored: most messages have none. */
export function nullIfEmpty(rows: ComponentRow[]): ComponentRow[] | null {
  return rows.length === 0 ? null : rows;
}
