/** The field in which one writes to the channel that is open; null where there is none, and on a touch screen, whose keyboard would cover what one reads. */
export function writingPlace(): HTMLElement | null {
  if (!matchMedia('(pointer: fine)').matches) return null;
  return document.querySelector<HTMLElement>('main form textarea');
}
