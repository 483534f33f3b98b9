import { areaTexts } from '@palaver/elements/i18n/area-texts.js';
import { importReportEn } from '../../i18n/import-report.en.js';

export const { useTexts: useReportTexts } = areaTexts<typeof importReportEn>(importReportEn, {
  ar: async () => (await import('../../i18n/import-report.ar.js')).importReportAr,
  de: async () => (await import('../../i18n/import-report.de.js')).importReportDe,
  es: async () => (await import('../../i18n/import-report.es.js')).importReportEs,
  fr: async () => (await import('../../i18n/import-report.fr.js')).importReportFr,
  ja: async () => (await import('../../i18n/import-report.ja.js')).importReportJa,
  pt: async () => (await import('../../i18n/import-report.pt.js')).importReportPt,
});
