import { regionAfter } from './neighbour.js';

/** What is focused of a region: where one is, where one writes, or what comes first. */
const STOPS = ['[aria-current="page"]', 'textarea', 'a[href], button:not(:disabled), input, [tabindex="0"]'];

/** Puts the keyboard into the next part of the window (`data-region`), or into the one before. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.checkVisibility?.({ visibilityProperty: true }) ?? true,
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[regionAfter(regions.length, at, step)];
  if (next) focusWithin(next);
}

/** Puts the keyboard where one reads and writes, past the lists. */
export function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main[data-region]');
  if (main) focusWithin(main);
}

function focusWithin(region: HTMLElement): void {
  const found = STOPS.map((stop) => region.querySelector<HTMLElement>(stop));
  found.find((element) => element !== null)?.focus();
}
