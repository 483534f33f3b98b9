import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { channelsTexts } from '../i18n/channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere. */
export const useChannelsTexts = areaTexts<typeof channelsTexts>(channelsTexts, {
  ar: async () => (await import('../i18n/channels.ar.js')).channelsTextsAr,
});
