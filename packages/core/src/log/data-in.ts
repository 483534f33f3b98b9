/** The record in a frame, as text: `frameParts` writes it last. */
export function dataIn(frame: string): string {
  const field = '"data":';
  return frame.slice(frame.indexOf(field) + field.length, -1);
}
