import { onTheme } from './theme.js';

/** Gives what a phone draws around the page the colour of its edge, also after a change of the theme. */
export function followEdge(): void {
  onTheme(colourEdge);
  colourEdge();
}

function colourEdge(): void {
  const edge = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', edge);
}
