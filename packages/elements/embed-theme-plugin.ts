import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILE = /\/src\/styles\/embed\.css$/;
const PLACE = '/* palaver-theme */';
const THEMES = fileURLToPath(new URL('src/styles/theme.css', import.meta.url));

type Colours = ReadonlyMap<string, string>;

/** Puts the colours of `theme.css` into `embed.css`, where a page chooses by `color-scheme`, and may replace each. */
export function embedTheme(): Plugin {
  return {
    name: 'embed-theme',
    enforce: 'pre',
    transform: (code, id) => (FILE.test(id.split('?')[0] ?? '') ? withTheme(code) : null),
  };
}

/** The text of `embed.css` with the colours. Throws where it has no place for them. */
export function withTheme(css: string): string {
  if (!css.includes(PLACE)) throw new Error(`embed.css has no ${PLACE}`);
  const themes = readFileSync(THEMES, 'utf8');
  const dark = coloursOf(themes, 'dark');
  const light = coloursOf(themes, 'light');
  const contrast = coloursOf(themes, 'contrast');
  const both = [...dark].map(([name, value]) => declaration(name, inBoth(light.get(name) ?? value, value)));
  // A page that asks for more contrast has one theme, which is dark.
  const high = [...dark].map(([name, value]) => declaration(name, contrast.get(name) ?? value));
  const more = `@media (prefers-contrast: more) {\n.palaver {\ncolor-scheme: dark;\n${high.join('\n')}\n}\n}`;
  return css.replace(PLACE, `.palaver {\n${both.join('\n')}\n}`).concat(more);
}

/** The custom properties of a theme, in the order of the file. */
function coloursOf(css: string, theme: string): Colours {
  const [, body = ''] = new RegExp(`:root\\[data-theme="${theme}"\\][^{]*\\{([^}]*)\\}`).exec(css) ?? [];
  const found = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)];
  if (found.length === 0) throw new Error(`theme.css has no theme ${theme}`);
  return new Map(found.map(([, name = '', value = '']) => [name, value]));
}

function declaration(name: string, value: string): string {
  return `--${name}: var(--palaver-${name}, ${value});`;
}

/** What stands before the colour of a shadow is the same in both. */
function inBoth(light: string, dark: string): string {
  if (light === dark) return light;
  const [, before = '', colour = dark] = /^(.*\s)?(rgb\(.*\)|#\w+)$/.exec(dark) ?? [];
  if (!light.startsWith(before)) throw new Error(`${light} and ${dark} differ in more than a colour`);
  return `${before}light-dark(${light.slice(before.length)}, ${colour})`;
}
