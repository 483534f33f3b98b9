import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { serviceAdminEn } from '../../i18n/service-admin.en.js';

export const { useTexts: useAdminTexts } = areaTexts<typeof serviceAdminEn>(serviceAdminEn, {
  ar: async () => (await import('../../i18n/service-admin.ar.js')).serviceAdminAr,
  de: async () => (await import('../../i18n/service-admin.de.js')).serviceAdminDe,
  es: async () => (await import('../../i18n/service-admin.es.js')).serviceAdminEs,
  fr: async () => (await import('../../i18n/service-admin.fr.js')).serviceAdminFr,
  ja: async () => (await import('../../i18n/service-admin.ja.js')).serviceAdminJa,
  pt: async () => (await import('../../i18n/service-admin.pt.js')).serviceAdminPt,
});
