/** The text for a code; null where there is none, as for what every object has. */
export function textIn<Code extends string>(
  texts: Readonly<Record<Code, string>>,
  code: string,
): string | null {
  const all: Readonly<Record<string, string>> = texts;
  return Object.hasOwn(all, code) ? (all[code] ?? null) : null;
}

/** What a code is called. A service that is newer than the page may send one that has no name here: it is told itself. */
export function nameIn<Code extends string>(names: Readonly<Record<Code, string>>, code: string): string {
  return textIn(names, code) ?? code;
}
