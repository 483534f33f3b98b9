const KEY = 'palaver.theme';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme that the person chose here, else that of the system. */
export function currentTheme(): 'dark' | 'light' {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return dark.matches ? 'dark' : 'light';
}

/** Chooses the other theme. */
export function toggleTheme(): void {
  localStorage.setItem(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
  showTheme();
}

/** Shows the theme, now and when that of the system changes. */
export function startTheme(): void {
  showTheme();
  dark.addEventListener('change', showTheme);
}

function showTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
}
