const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** What people call the device of a `User-Agent`; its first words where it is no browser, and null where there is none. */
export function deviceOf(userAgent: string | null) {
  if (!userAgent) return { name: null, isMobile: false };
  const find = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  const name = names.length === 0 ? userAgent.slice(0, 60) : names.join(' – ');
  return { name, isMobile: /Android|iPhone|iPad|Mobile/.test(userAgent) };
}
