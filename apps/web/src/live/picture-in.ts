/**
 * What was on the screen, for the moment until it is there again: a reload shows it before the scripts that make it are
 * run. It is of one person, address and release, and nothing in it can be pressed.
 */
export interface Picture {
  readonly userId: string;
  readonly address: string;
  /** The names of its styles are those of one release. */
  readonly release: string;
  readonly html: string;
  /** Of the elements that are scrolled: their places among all, and how far. */
  readonly scrolled: ReadonlyArray<readonly [place: number, top: number]>;
}

/** The picture in what is stored; null where it is of another release, or broken. */
export function pictureIn(text: string | null): Picture | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isPicture(value) ? value : null;
  } catch {
    return null;
  }
}

function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, address, release, html, scrolled }: Partial<Record<keyof Picture, unknown>> = value;
  const isScrolled = Array.isArray(scrolled) && scrolled.every(arePlaceAndTop);
  return isScrolled && [userId, address, release, html].every((field) => typeof field === 'string');
}

function arePlaceAndTop(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
