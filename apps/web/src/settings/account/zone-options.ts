/** The time zones to choose from, and the one that is set, which may be called otherwise. */
export function zoneOptions(current: string | null) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (current !== null) zones.add(current);
  return [...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
