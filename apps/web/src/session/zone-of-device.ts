/** The IANA time zone of this device; undefined where the browser knows an offset alone. */
export function zoneOfDevice(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^[A-Za-z]/.test(timeZone ?? '') ? timeZone : undefined;
}
