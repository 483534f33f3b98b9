import type { AdminActName, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const numbers = new Intl.NumberFormat('ar');

/** The texts of the administration of the service in Arabic. */
export const serviceAdminAr: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'الإدارة',
  people: 'الأشخاص',
  peopleIntro: 'كل من له حساب في هذه الخدمة. لا يرى المسؤولون رسائل أحد ولا ملفاته.',
  find: 'البحث ببداية اسم المستخدم أو البريد الإلكتروني',
  createAccount: 'إنشاء حساب',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: 'تعيين مسؤولًا',
  unmakeAdmin: 'سحب صفة المسؤول',
  deactivate: 'تعطيل',
  reactivate: 'إعادة التفعيل',
  resetPassword: 'تعيين كلمة مرور جديدة',
  resetFactors: 'إزالة العوامل الثانية',
  admin: 'مسؤول',
  deactivated: 'معطّل',
  isAdmin: 'مسؤول في الخدمة',
  email: 'البريد الإلكتروني (اختياري)',
  passwordOf: (name) => `كلمة مرور ${name}`,
  passwordOnce: 'تُعرض الآن فقط. أرسلها بطريق آمن.',
  lastUsed: (ago) => `نشط ${ago}`,
  neverUsed: 'لم يسجّل الدخول',
  noOne: 'لم يُعثر على أحد.',
  more: (name) => `المزيد بشأن ${name}`,
  sure: (what, name) => `${what}: ${name}؟`,
  deactivateText: 'تنتهي كل الجلسات، ولا يسجّل أحد الدخول بهذا الحساب حتى يُعاد تفعيله. ويبقى ما كُتب.',
  resetPasswordText: 'تنتهي كل جلسات الشخص، وتحصل على كلمة مرور جديدة لتسلّمها.',
  resetFactorsText: 'لمن فقد هاتفه ورموز الاسترداد: تأكد من أنه هو.',

  servers: 'الخوادم',
  findServer: 'البحث ببداية الاسم',
  serverDetail: (owner, members, channels) =>
    `يملكه ‎@${owner} · الأعضاء: ${numbers.format(members)} · القنوات: ${numbers.format(channels)}`,
  deleteServer: (name) => `هل تريد حذف ${name}؟`,
  deleteServerText: 'تُحذف كل القنوات والرسائل نهائيًا.',
  noServers: 'لم يُعثر على خادم.',

  auditLog: 'سجل الأفعال',
  auditIntro: 'ما فعله المسؤولون والمشغّل. لا يغيّره أحد.',
  operator: 'المشغّل',
  acts: (act) => nameIn(ACTS, act),

  imports: 'عمليات الاستيراد',
  importsIntro: 'خوادم تنتقل إلى هنا من Palaver وSlack وMattermost وDiscord وRocket.Chat وZulip.',
  newImport: 'استيراد أرشيف',
  newImportText:
    'الأرشيف تصدير من Palaver، أو ما يصنعه هذا الأمر من تصدير نظام آخر (convert-slack وconvert-mattermost وconvert-discord وconvert-rocketchat وconvert-zulip):',
  archive: 'الأرشيف (‎.zip)',
  deleteMissing: 'حذف ما ينقص',
  deleteMissingText:
    'لأرشيف لاحق للخادم نفسه: تُحذف الرسائل التي كانت في الأرشيف السابق وليست في هذا. ويبقى ما كُتب هنا.',
  checkArchive: 'فحص',
  importArchive: 'استيراد',
  sending: 'إرسال الأرشيف',
  earlierImports: 'كل عمليات الاستيراد',
  noImports: 'لم يُستورد شيء بعد.',
  showImport: 'عرض',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} من ${numbers.format(lines)} سطر`,
  importPace: (perSecond, end) => `${numbers.format(perSecond)} في الثانية، وينتهي ${end}`,
  importWritten: ({ users, messages, files }) =>
    `حسابات جديدة: ${numbers.format(users)} · رسائل: ${numbers.format(messages)} · ملفات: ${numbers.format(files)}`,
  importDeleted: (messages) => `رسائل محذوفة: ${numbers.format(messages)}`,
  importUpdates: 'الخادم موجود هنا. يُضاف إليه الجديد في هذا الأرشيف.',
  foundAccounts: (accounts) => `حسابات موجودة هنا: ${numbers.format(accounts)}`,
  foundAccountsText: 'ما كتبه هؤلاء هناك يظهر باسمهم. ولا يُعدّ غيرهم صاحب حساب موجود هنا.',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'مصير كل سطر من التصدير',
  kindOfLine: 'السطر',
  linesRead: 'قُرئ',
  linesTaken: 'أُخذ',
  linesChanged: 'تغيّر',
  linesLeftOut: 'تُرك',
  noMembers: (people) => `أشخاص يكتبون ولا يصبحون أعضاء: ${numbers.format(people)}`,
  letIn: 'إدخال الأشخاص',
  letInText:
    'يحصل الأعضاء الذين لا كلمة مرور لهم على رابط لتعيينها. يعمل مرة واحدة لسبعة أيام، وينهي رابطًا سابقًا.',
  mailLinks: 'إرسال الروابط بالبريد',
  listLinks: 'تنزيل قائمة بالروابط',
  linksMailed: (people) => `رسائل بريد في الطريق: ${numbers.format(people)}`,
  linksListed: (people) => `روابط في القائمة: ${numbers.format(people)}`,
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'يُفحص الأرشيف',
  importing: 'يُستورد الآن',
  joining: 'ينضم أعضاؤه',
  done: 'استُورد',
  checked: 'فُحص: يمكن استيراده',
  failed: 'لا يمكن استيراده',
  cancelled: 'أُلغي',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: 'باستيراد سابق',
  id: 'بالمعرّف نفسه',
  externalId: 'بالمعرّف الخارجي',
  email: 'بعنوان مؤكد',
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: 'يمكن للجميع إنشاء حساب (REGISTRATION=open).',
  invite: 'يمكن لمن لديه دعوة إلى خادم إنشاء حساب (REGISTRATION=invite).',
  closed: 'المسؤولون وحدهم ينشئون الحسابات (REGISTRATION=closed).',
};

const ACTS: Readonly<Record<AdminActName, string>> = {
  'user.created': 'أنشأ الحساب',
  'user.updated': 'غيّر الحساب',
  'user.promoted': 'عيّن مسؤولًا',
  'user.demoted': 'سحب صفة المسؤول من',
  'user.deactivated': 'عطّل',
  'user.reactivated': 'أعاد تفعيل',
  'user.passwordReset': 'عيّن كلمة مرور جديدة لـ',
  'user.secondFactorReset': 'أزال العوامل الثانية لـ',
  'user.deleted': 'حذف الحساب',
  'user.erased': 'بدأ محو ما كتبه',
  'user.erasureEnded': 'أنهى محو ما كتبه',
  'session.ended': 'أنهى جلسة لـ',
  'server.deleted': 'حذف الخادم',
  'server.handedOver': 'سلّم الخادم',
  'server.exported': 'صدّر الخادم',
  'server.imported': 'استورد الخادم',
  'import.begun': 'بدأ استيراد',
  'import.cancelled': 'ألغى استيراد',
  'import.linksMade': 'أنشأ روابط لحسابات استيراد',
  'key.created': 'أنشأ مفتاح API',
  'key.revoked': 'ألغى مفتاح API',
  'hold.created': 'وضع حفظًا قانونيًا على',
  'hold.ended': 'أنهى الحفظ القانوني على',
  'hold.read': 'قرأ المحفوظ من',
  'hold.fileRead': 'قرأ ملفًا محفوظًا من',
};
