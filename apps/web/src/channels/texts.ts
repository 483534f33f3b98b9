import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { channelsEn } from '../i18n/channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere. */
export const { useTexts: useChannelsTexts } = areaTexts<typeof channelsEn>(channelsEn, {
  ar: async () => (await import('../i18n/channels.ar.js')).channelsAr,
  de: async () => (await import('../i18n/channels.de.js')).channelsDe,
  es: async () => (await import('../i18n/channels.es.js')).channelsEs,
  fr: async () => (await import('../i18n/channels.fr.js')).channelsFr,
  ja: async () => (await import('../i18n/channels.ja.js')).channelsJa,
  pt: async () => (await import('../i18n/channels.pt.js')).channelsPt,
});
