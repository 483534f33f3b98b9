import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in Arabic. */
export const signInAr: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `المتابعة عبر ${name}`,
  or: 'أو',
  withPasskey: 'استخدام مفتاح مرور',
  forgotten: 'هل نسيت كلمة المرور؟',
  registrationClosed: 'لا يمكن لأحد إنشاء حساب هنا. اطلب حسابًا ممن يشغّل هذه الخدمة.',
  registrationByInvite: 'إنشاء حساب يتطلب دعوة. افتح رابط دعوتك.',
  secondTitle: 'خطوة أخرى',
  secondText: 'لحسابك عامل ثانٍ.',
  totp: 'رمز تطبيق المصادقة',
  recoveryCode: 'رمز الاسترداد',
  passkey: 'استخدام مفتاح مرور',
  totpInstead: 'استخدام رمز من تطبيق المصادقة',
  recoveryInstead: 'استخدام رمز استرداد',
  continue: 'متابعة',
  backToSignIn: 'العودة إلى تسجيل الدخول',
  forgottenTitle: 'كلمة مرور جديدة',
  forgottenText: 'أدخل البريد الإلكتروني لحسابك. إن كان معروفًا هنا يصله رابط.',
  email: 'البريد الإلكتروني',
  emailIfAny: 'البريد الإلكتروني (اختياري)',
  shareTimezone: (zone) => `إظهار توقيتي المحلي للآخرين (${zone})`,
  whyEmail: 'به تعود إلى حسابك إن نسيت كلمة المرور. ولا يراه الآخرون.',
  sendLink: 'إرسال الرابط',
  linkSent: 'انظر في بريدك. يعمل الرابط ٣٠ دقيقة.',
  signingIn: 'جارٍ تسجيل الدخول…',
  linked: (name) => `رُبط ${name} بحسابك.`,
  replaceTitle: 'سجّلت الدخول من قبل',
  replaceText: 'عاد تسجيل دخول آخر من مزوّد، وسيحل محل الحالي.',
  replace: 'تسجيل الدخول من جديد',
  keepSession: 'البقاء كما أنا',
  verifyTitle: 'تأكيد بريدك الإلكتروني',
  verifySignIn:
    'سجّل الدخول إلى الحساب الذي أُعطي له هذا العنوان، ثم أكّده هناك. إن لم تعطه أنت، أو لم تستطع الدخول، فعيّن كلمة مرور جديدة.',
  verifyText: 'يصبح بعدها عنوان حسابك.',
  verify: 'تأكيد العنوان',
  verified: 'تم تأكيد عنوانك.',
  refused: 'لم ينجح تسجيل الدخول.',
  reasons: (code) => textIn(REASONS, code) ?? 'حاول مرة أخرى، أو سجّل الدخول بطريقة أخرى.',
};

/** The code is from the address, where anybody can write one. */
const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'هذا الحساب معطّل.',
  REGISTRATION_CLOSED: 'ليس لك حساب هنا، ولا يمكن لأحد إنشاء حساب.',
  INVITE_REQUIRED: 'ليس لك حساب هنا. افتح رابط دعوة لإنشاء حساب.',
  INVITE_NOT_FOUND: 'لم تعد الدعوة موجودة.',
  EMAIL_NEEDS_LINK: 'لحساب هنا بريدك الإلكتروني. سجّل الدخول إليه واربط هذا المزوّد في إعداداته.',
  IDENTITY_TAKEN: 'إنه مرتبط بحساب آخر هنا.',
  PROVIDER_ALREADY_LINKED: 'حسابك مرتبط بحساب آخر هناك.',
  PROVIDER_UNAVAILABLE: 'لا يجيب المزوّد. حاول مرة أخرى بعد قليل.',
  SIGN_IN_ENDED: 'استغرق ذلك وقتًا طويلًا، أو بدأ في متصفح آخر.',
};
