/** `system` follows the device: dark, light, or high contrast. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'palaver:theme';
const isLight = matchMedia('(prefers-color-scheme: light)');
const wantsContrast = matchMedia('(prefers-contrast: more)');
const listeners = new Set<() => void>();

for (const query of [isLight, wantsContrast]) query.addEventListener('change', applyTheme);
addEventListener('storage', applyTheme);

export function setTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
  applyTheme();
}

/** Sets the theme of the page. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  document.documentElement.dataset.theme = chosen === 'system' ? themeOfDevice() : chosen;
  for (const listener of [...listeners]) listener();
}

function themeOfDevice(): Exclude<Theme, 'system'> {
  if (wantsContrast.matches) return 'contrast';
  return isLight.matches ? 'light' : 'dark';
}

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
