import type { ComponentProps } from 'react';
import type { ChannelLink } from './channel-link.js';

/** The name above the channels of a section. */
export interface HeadingRow {
  readonly key: string;
  readonly heading: string;
  /** How the section is named on the device, and whether it is closed; absent where it cannot be. */
  readonly section?: { readonly key: string; readonly isClosed: boolean };
}

/** What stands in the list of a sidebar, from top to bottom. */
export type ListRow = HeadingRow | ({ readonly key: string } & ComponentProps<typeof ChannelLink>);
