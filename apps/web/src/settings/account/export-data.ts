import { refusalOf } from '@palaver/elements/ui/refusal.js';

/** The last line of an export that is whole (docs/reference.md, "The rest of the surface"). */
const END = '"type":"end"';
const LAST_LINE_BYTES = 200;

/** Fetches all data of the person. Throws a `Refusal`, and an error for an export that was cut off. */
export async function fetchOwnData(token: string): Promise<Blob> {
  const answer = await fetch('/api/users/me/export', { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw await refusalOf(answer);
  const data = await answer.blob();
  if (!(await data.slice(-LAST_LINE_BYTES).text()).includes(END)) throw new Error('The export was cut off.');
  return data;
}
