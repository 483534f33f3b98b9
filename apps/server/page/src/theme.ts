/** Imported before anything is shown, so that the page does not flash in the other theme. */
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

function showTheme(): void {
  document.documentElement.dataset.theme = currentTheme();
}

showTheme();
dark.addEventListener('change', showTheme);
