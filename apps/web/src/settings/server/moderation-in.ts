const MINUTE_MS = 60_000;

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
const after = (minutes: number, now: number) => new Date(now + minutes * MINUTE_MS).toISOString();

/** What a form says of a time-out. */
export function timeOutIn(form: FormData, now = Date.now()) {
  return { until: after(Number(textIn(form, 'minutes')), now), reason: textIn(form, 'reason') || null };
}

/** What a form says of a ban: it has no end where no hours are chosen. */
export function banIn(form: FormData, now = Date.now()) {
  const [hours, deleteHours] = [textIn(form, 'hours'), textIn(form, 'deleteHours')];
  return {
    reason: textIn(form, 'reason') || null,
    ...(hours === '' ? {} : { expiresAt: after(Number(hours) * 60, now) }),
    ...(deleteHours === '' ? {} : { deleteMessageHours: Number(deleteHours) }),
  };
}
