import type { ComponentProps } from 'react';
import type { ChannelLink } from './channel-link.js';

/** What stands in the list of a sidebar, from top to bottom. */
export type ListRow = { readonly key: string } & (
  | { readonly heading: string }
  | ComponentProps<typeof ChannelLink>
);
