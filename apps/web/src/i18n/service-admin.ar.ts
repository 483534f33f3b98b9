import type { AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const numbers = new Intl.NumberFormat('ar');

const counted = countedIn('ar');

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

  apiKeys: 'مفاتيح الواجهة البرمجية',
  apiKeysIntro: 'تستدعي أنظمة أخرى الخدمة بها. للحصول على سر جديد أنشئ مفتاحًا جديدًا وأبطل القديم.',
  noKeys: 'لا توجد مفاتيح.',
  createKey: 'إنشاء مفتاح',
  keyName: 'الغرض منه',
  keyMay: 'ما يُسمح له به',
  keyExpires: 'ينتهي في (اختياري)',
  keyTokenOf: (name) => `رمز ${name}`,
  keyTokenHint: 'يُعرض الآن فقط. ومن يملكه يفعل ما يُسمح للمفتاح به.',
  keyMadeBy: (name) => `أنشأه ${name}`,
  keyUsed: (ago) => `آخر استخدام ${ago}`,
  keyUnused: 'لم يُستخدم قط',
  keyUntil: (moment) => `ينتهي في ${moment}`,
  keyOver: 'منتهٍ',
  revoke: 'إبطال',
  revokeKey: (name) => `هل تريد إبطال ${name}؟`,
  revokeKeyText: 'يُرفض من حينها وتُغلق اتصالاته، ويتوقف ما يستخدمه عن العمل.',

  holds: 'الحفظ القانوني',
  holdsIntro: 'ما يُحفظ لا يضيع: تبقى النصوص المعدّلة والمحذوفة للمسؤولين. ويُختار الخادم من قائمة الخوادم.',
  noHolds: 'لا شيء محفوظ.',
  holdServer: 'وضع تحت الحفظ',
  holdOf: (name) => `وضع ${name} تحت الحفظ`,
  holdChannel: 'وضع قناة تحت الحفظ',
  channelId: 'معرّف القناة أو الرسالة المباشرة',
  holdReason: 'السبب (يراه المسؤولون الآخرون)',
  heldServer: (name) => `الخادم ${name}`,
  heldChannel: (id) => `القناة ${id}`,
  askedBy: (name) => `بواسطة ${name}`,
  askedByOperator: 'بواسطة المشغّل',
  askedByProgram: 'بواسطة المشغّل أو مفتاح الواجهة البرمجية',
  liftHold: 'رفع',
  liftHoldOf: (name) => `هل تريد رفع الحفظ؟ ${name}`,
  liftHoldText: 'ما أبقاه هذا الحفظ وحده يُزال نهائيًا في التنظيف التالي.',
  erasures: 'عمليات المحو',
  erasuresIntro: 'ما طُلب محوه نهائيًا، وإلى أين وصل.',
  noErasures: 'لم يُطلب محو شيء.',
  erasureOfChannel: (id, server) => `رسائل القناة ${id} في ${server}`,
  erasureOfMember: (user, server) => `رسائل ${user} في ${server}`,
  erasureOfUser: (user) => `الحساب ${user} وكل رسائله`,
  erasureOfAccount: (user) => `الحساب ${user}`,
  erasureRunning: 'قيد التنفيذ',
  erasureEnded: (moment) => `انتهى في ${moment}`,
  erasedBefore: (moment) => `مما قبل ${moment}`,
  removedMessages: (n) =>
    counted(n, {
      zero: 'لم تُحذف رسائل',
      one: 'حُذفت رسالة واحدة',
      two: 'حُذفت رسالتان',
      few: 'حُذفت # رسائل',
      many: 'حُذفت # رسالة',
      other: 'حُذفت # رسالة',
    }),

  auditLog: 'سجل الأفعال',
  auditIntro: 'ما فعله المسؤولون والمشغّل. لا يغيّره أحد.',
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
