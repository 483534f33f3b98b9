/** How much is shown at once: the size of the text, from which all other sizes follow. */
export const DENSITIES = ['compact', 'comfortable', 'large'] as const;
export type Density = (typeof DENSITIES)[number];

const STORED = 'palaver:density';
const listeners = new Set<() => void>();

addEventListener('storage', applyDensity);

export function setDensity(density: string): void {
  localStorage.setItem(STORED, density);
  applyDensity();
}

/** Sets the density of the page. */
export function applyDensity(): void {
  document.documentElement.dataset.density = chosenDensity();
  for (const listener of [...listeners]) listener();
}

export function chosenDensity(): Density {
  const stored = localStorage.getItem(STORED);
  return DENSITIES.find((density) => density === stored) ?? 'comfortable';
}

export function onDensity(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
