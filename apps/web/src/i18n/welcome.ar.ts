import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in Arabic. */
export const welcomeAr: CatalogueOf<typeof welcomeEn> = {
  title: 'مرحبًا بك في Palaver',
  intro: 'هذه الخدمة جديدة ولا مالك لها بعد. أنشئ الحساب الذي يملكها.',
  ownerMay: 'يقرر المالك من يحق له إنشاء حساب، ويساعد من فقد الوصول إلى حسابه.',
  codeFound: 'وُجد رمز الإعداد في العنوان، فلا حاجة لكتابته.',
  code: 'رمز الإعداد',
  codeHint:
    'تعرضه الخدمة عند بدئها: في نهاية عنوان على الطرفية، أو في الملف operator/setup-code من مجلد بياناتها. يعمل لمدة ساعة.',
  whyCode: 'لماذا الرمز؟',
  whyCodeText: 'ربما فتح شخص آخر هذه الصفحة قبلك. الرمز يثبت أنك من يشغّل الخدمة.',
  become: 'تولّي الملكية',
  or: 'أو:',
  justRegister: 'إنشاء حساب عادي',
  nextTitle: (name) => `أهلًا ${name}!`,
  nextIntro: 'من أين تريد أن تبدأ؟',
  ownServer: 'خادمك الخاص',
  ownServerText: 'مكان لفريقك، فيه قناة للبداية. تدعو الناس إليه برابط.',
  demo: 'عرض تجريبي',
  demoText: 'خادم فيه ثلاثة أشخاص وأربع قنوات وما يقولونه. احذفه متى شئت.',
  makeDemo: 'إنشاء العرض التجريبي',
  making: (percent) => `جارٍ ملء العرض التجريبي: ${percent}٪`,
  later: 'لاحقًا',
  tips: 'من المفيد أن تعرف',
  tipKeys: 'يقودك Ctrl K أو ⌘ K إلى أي قناة أو شخص.',
  tipSettings: 'في الترس أسفل قنواتك ملفك الشخصي وإشعاراتك وأمان حسابك.',
  tipApi: 'كل شيء هنا يستخدم الواجهة البرمجية العامة. مرجعها في',
};
