import type { AnyChannel, Channel } from '@palaver/client';

/** Where one can go to. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly channel: Channel | AnyChannel;
  /** The server of a channel; empty for a direct message. */
  readonly of: string;
  readonly href: string;
}

const SHOWN_MAX = 10;

/** Names that begin with the text come before those that only have it. */
export function matching<Named extends Pick<Place, 'name'>>(
  places: readonly Named[],
  text: string,
): readonly Named[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ name }: Named) => name.toLowerCase().indexOf(wanted);
  return places
    .filter((place) => rank(place) >= 0)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, SHOWN_MAX);
}

/** The place one further down or up in a list; at an end it stays. */
export function stepped(chosen: number, step: number, count: number): number {
  return Math.max(Math.min(chosen + step, count - 1), 0);
}
