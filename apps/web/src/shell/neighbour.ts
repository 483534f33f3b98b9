/** A link of a list of channels. */
interface Linked {
  readonly href: string;
  readonly channelId: string;
}

/**
 * The next channel of a list, or with a step of -1 the one before; after the last one comes the first. `isWanted` leaves channels
 * out. Null where there is no other one.
 */
export function neighbourOf(
  links: readonly Linked[],
  path: string,
  step: 1 | -1,
  isWanted: (channelId: string) => boolean,
): string | null {
  // A favorite is in the list twice.
  const all = links.filter(({ href }, index) => links.findIndex((link) => link.href === href) === index);
  const at = all.findIndex(({ href }) => href === path);
  const [before, after] = at < 0 ? [all, []] : [all.slice(0, at), all.slice(at + 1)];
  const ahead = step === 1 ? [...after, ...before] : [...before.toReversed(), ...after.toReversed()];
  return ahead.find(({ channelId }) => isWanted(channelId))?.href ?? null;
}

/** Which region comes after the one with this index, or before it; -1 for none. */
export function regionAfter(count: number, index: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (index < 0) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
