/** In the place of the id of a server. */
export const EVERYWHERE = 'everywhere';
export const DMS = 'dms';
/** In the place of the id of a channel: the whole server, or everywhere. */
export const WHOLE = '';

export interface PlaceProps {
  readonly serverId: string;
  readonly channelId: string;
}
