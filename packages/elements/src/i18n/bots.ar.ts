import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in Arabic. */
export const botsAr: CatalogueOf<typeof botsEn> = {
  onlyYou: 'لا يراه أحد غيرك',
  dismiss: 'إخفاء',
  noAnswer: 'لم يجب البوت.',
  botWorks: (name) => `${name} يعمل…`,
  noAnswerYet: (name) => `لم يجب ${name} بعد. يمكنك المحاولة مرة أخرى.`,
  commandReady: 'مفتاح Enter يرسل الأمر.',
  optional: 'اختياري',
  unknownCommand: (command) => `لا يوجد بوت هنا لديه الأمر ${command}. لم يُنشر شيء.`,
  noFiles: 'لا يأخذ الأمر ملفات. لم يُنشر شيء.',
  sendAnyway: 'إرسال رغم ذلك',
  notSent: 'لم يُرسل الأمر.',
  choose: 'اختر…',
  chooseAction: 'اختيار',
  missingOption: (option) => `ينقص «${option}».`,
  wrongOption: (option) => `قيمة «${option}» غير صالحة.`,
  twiceOption: (option) => `ورد «${option}» مرتين.`,
  whichBot: (names) => `لدى عدة بوتات هذا الأمر. حدد أيها: ${names}`,
  openQuote: 'علامة اقتباس لم تُغلق.',
  tooManyWords: 'الكلمات أكثر من الخيارات.',
};
