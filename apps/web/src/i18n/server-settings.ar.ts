import type { CatalogueOf } from './area-texts.js';
import type { serverSettingsEn } from './server-settings.en.js';

const rules = new Intl.PluralRules('ar');
const numbers = new Intl.NumberFormat('ar');

/** The form of a noun that Arabic has for a number. */
function counted(n: number, [one, two, few, many]: readonly [string, string, string, string]): string {
  const form = rules.select(n);
  if (form === 'one') return one;
  if (form === 'two') return two;
  return `${numbers.format(n)} ${form === 'few' ? few : many}`;
}

const seconds = (n: number) => counted(n, ['ثانية واحدة', 'ثانيتان', 'ثوانٍ', 'ثانية']);
const minutes = (n: number) => counted(n, ['دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة']);
const hours = (n: number) => counted(n, ['ساعة واحدة', 'ساعتان', 'ساعات', 'ساعة']);
const days = (n: number) => counted(n, ['يوم واحد', 'يومان', 'أيام', 'يومًا']);

/** The texts of the settings of a server in Arabic. */
export const serverSettingsAr: CatalogueOf<typeof serverSettingsEn> = {
  serverSettings: 'إعدادات الخادم',
  overview: 'نظرة عامة',
  manage: 'الإدارة',
  order: 'حفظ النظام',
  serverName: 'اسم الخادم',
  onlyAdmins: 'المشرفون وحدهم يغيّرون هذا.',
  memberCount: (n) => counted(n, ['عضو واحد', 'عضوان', 'أعضاء', 'عضوًا']),
  leave: 'مغادرة الخادم',
  leaveText: 'لا تعود إليه إلا بدعوة.',
  ownerStays: 'أنت مالكه: سلّمه أولًا إلى غيرك في صفحة الأعضاء.',
  deleteServer: 'حذف الخادم',
  deleteText: 'تُحذف كل القنوات والرسائل نهائيًا.',
  typeName: (name) => `اكتب ${name} للتأكيد`,
  wrongName: 'هذا ليس اسم الخادم.',

  channels: 'القنوات',
  channelsIntro: 'اسحب للترتيب، أو استخدم مفتاح المسافة ومفاتيح الأسهم على المقبض.',
  newGroup: 'مجموعة جديدة',
  groupName: 'اسم المجموعة',
  renameGroup: (name) => `إعادة تسمية ${name}`,
  deleteGroup: (name) => `هل تريد حذف المجموعة ${name}؟`,
  deleteGroupText: 'تبقى قنواتها دون مجموعة.',
  noGroup: 'دون مجموعة',
  emptyGroup: 'أفلت قناة هنا',
  move: (name) => `نقل ${name}`,
  picked: (name) => `رُفع ${name}.`,
  over: (name, other) => `${name} فوق ${other}.`,
  dropped: (name) => `أُفلت ${name}.`,
  dropCancelled: (name) => `عاد ${name} إلى مكانه.`,
  dragHelp: 'المسافة أو الإدخال للرفع والإفلات، والأسهم للنقل، وEscape للإرجاع.',
  archivedTag: 'مؤرشفة',
  joinedTag: 'يُنضم إليها تلقائيًا',

  channelSettings: 'إعدادات القناة',
  displayName: 'الاسم المعروض',
  nameInAddress: 'الاسم',
  topic: 'الموضوع',
  isPrivate: 'خاصة',
  isPrivateHint: 'لا يراها إلا من يُضاف إليها.',
  joinedByDefault: 'انضمام تلقائي',
  joinedByDefaultHint: 'من ينضم إلى الخادم ينضم إليها أيضًا.',
  archived: 'مؤرشفة',
  archivedHint: 'تُقرأ ولا تقبل رسائل.',
  readReceipts: 'إظهار من قرأ',
  readReceiptsHint: 'ما دام الأعضاء ٥٠ على الأكثر.',
  postingRole: 'من يحق له النشر',
  everyMember: 'كل عضو',
  slowMode: 'الوضع البطيء',
  noSlowMode: 'معطّل',
  seconds: (n) => (n < 60 ? seconds(n) : n < 3600 ? minutes(n / 60) : hours(n / 3600)),
  defaultLevel: 'تنبّه افتراضيًا إلى',
  levelDefault: 'الإشارات كالمعتاد',
  levelAll: 'كل الرسائل',
  levelMentions: 'الإشارات',
  levelNothing: 'لا شيء',
  deleteChannel: 'حذف القناة',
  deleteChannelText: 'تُحذف كل رسائلها نهائيًا.',
  permissions: 'الصلاحيات',
  permission: 'الصلاحية',
  permissionsIntro:
    'ما يحق للأدوار هنا خلافًا لما في الخادم. ما يسري على الأعضاء يسري على الروبوتات أيضًا، ما لم يُختر لها شيء آخر. والافتراضي هو ما يقوله الخادم.',
  rolesOfOverride: (role) => ROLES_OF_OVERRIDES[role] ?? role,
  permissionNames: (permission) => PERMISSIONS[permission] ?? permission,
  asInServer: 'الافتراضي',
  allowed: 'مسموح',
  denied: 'ممنوع',

  members: 'الأعضاء',
  findMember: 'البحث عن عضو',
  role: 'الدور',
  roleOf: (name) => `دور ${name}`,
  roleNames: (role) => ROLES[role] ?? role,
  handOver: (name) => `هل تريد تسليم الخادم إلى ${name}؟`,
  handOverText: 'تبقى مشرفًا، ولا يستطيع التراجع عن هذا سواه.',
  actionsFor: (name) => `المزيد بشأن ${name}`,
  timeOut: 'إيقاف مؤقت',
  timeOutTitle: (name) => `إيقاف ${name} مؤقتًا`,
  timeOutText: 'يقرأ كل شيء ولا يكتب في هذا الخادم.',
  timedOut: (until) => `موقوف حتى ${until}`,
  endTimeout: 'إنهاء الإيقاف',
  removeMember: 'إزالة من الخادم',
  removeTitle: (name) => `هل تريد إزالة ${name}؟`,
  removeText: 'يمكنه العودة بدعوة.',
  ban: 'حظر',
  banTitle: (name) => `حظر ${name}`,
  banText: 'يغادر ولا تعيده أي دعوة.',
  deleteMessages: 'حذف الرسائل الأخيرة',
  deleteMessagesTitle: (name) => `حذف الرسائل الأخيرة لـ${name}`,
  deleteMessagesText: 'في القنوات التي تراها. تُحذف واحدة بعد أخرى في الخلفية.',
  reason: 'السبب',
  reasonHint: 'السبب (يراه المنظمون)',
  forHowLong: 'المدة',
  forEver: 'دون نهاية',
  alsoDelete: 'حذف رسائله خلال آخر',
  deleteNothing: 'لا تحذف شيئًا',
  hours: (n) => (n < 48 ? hours(n) : days(n / 24)),
  minutes: (n) => minutes(n),
  joinedOn: (day) => `انضم ${day}`,

  bans: 'الحظر والإيقاف',
  bansTitle: 'المحظورون',
  timeoutsTitle: 'الموقوفون مؤقتًا',
  noBans: 'لا أحد محظور.',
  noTimeouts: 'لا أحد موقوف.',
  unban: 'إنهاء الحظر',
  until: (time) => `حتى ${time}`,

  invites: 'الدعوات',
  newInvite: 'دعوة جديدة',
  expiresAfter: 'تنتهي بعد',
  maxUses: 'عدد مرات الاستخدام',
  noLimit: 'بلا حد',
  noInvites: 'لا توجد دعوات.',
  used: (uses, max) =>
    max === null
      ? `استُخدمت ${numbers.format(uses)} مرة`
      : `استُخدمت ${numbers.format(uses)} من ${numbers.format(max)} مرة`,
  expires: (when) => `تنتهي ${when}`,
  linkOf: 'الرابط',
  inviteOver: 'استُنفدت أو انتهت',

  emoji: 'الرموز التعبيرية',
  emojiIntro: 'صور يستخدمها الأعضاء في هذا الخادم، وفي الرسائل بأسمائها بين نقطتين.',
  addEmoji: 'إضافة رمز',
  emojiName: 'الاسم',
  image: 'الصورة',
  noEmoji: 'لا يوجد شيء بعد.',
  deleteEmoji: (name) => `هل تريد حذف ${name}؟`,
  deleteEmojiText: 'تبقى التفاعلات به وتظهر باسمه.',

  groups: 'مجموعات المستخدمين',
  groupsIntro: 'الرسالة التي تذكر مجموعة تشير إلى كل أعضائها.',
  newUserGroup: 'مجموعة مستخدمين جديدة',
  handle: 'المعرّف',
  noUserGroups: 'لا يوجد شيء بعد.',
  membersOf: (name) => `أعضاء ${name}`,
  addMember: 'إضافة عضو',
  deleteUserGroup: (name) => `هل تريد حذف ${name}؟`,

  reports: 'البلاغات',
  reportsIntro: 'ما يخبر به الأعضاء المنظمين عن الرسائل.',
  stateOpen: 'مفتوحة',
  stateSettled: 'مسوّاة',
  stateDismissed: 'مرفوضة',
  state: 'الحالة',
  noReports: 'لا شيء هنا.',
  settle: 'تسوية',
  dismiss: 'رفض',
  settleAndDelete: 'حذف الرسالة والتسوية',
  showMessage: 'إظهار الرسالة',
  reportedBy: (who, when) => `أبلغ عنها ${who}، ${when}`,
  hiddenMessage: 'حُذفت الرسالة، أو هي في قناة لا تراها.',

  auditLog: 'سجل الأفعال',
  auditIntro: 'ما فُعل مما يتطلب دورًا. لا يغيّره أحد.',
  byService: 'مشرف الخدمة',
  acts: (act) => ACTS[act] ?? act,
  noActs: 'لم يُفعل شيء بعد.',
};

const ROLES_OF_OVERRIDES: Readonly<Record<string, string>> = {
  member: 'الأعضاء',
  moderator: 'المراقبون',
  bot: 'الروبوتات',
};

const PERMISSIONS: Readonly<Record<string, string>> = {
  read: 'رؤية القناة',
  post: 'النشر',
  react: 'التفاعل',
  mentionAll: 'الإشارة إلى الجميع',
  manageMessages: 'حذف رسائل الآخرين',
  manageChannel: 'تغيير القناة',
};

const ROLES: Readonly<Record<string, string>> = {
  owner: 'المالك',
  admin: 'مشرف',
  moderator: 'منظم',
  member: 'عضو',
};

const ACTS: Readonly<Record<string, string>> = {
  'server.updated': 'غيّر الخادم',
  'server.handedOver': 'سلّم الخادم',
  'member.roleChanged': 'غيّر دور',
  'member.removed': 'أزال',
  'user.banned': 'حظر',
  'user.unbanned': 'أنهى حظر',
  'user.timedOut': 'أوقف مؤقتًا',
  'user.timeoutEnded': 'أنهى إيقاف',
  'invite.deleted': 'حذف دعوة من',
  'channel.updated': 'غيّر القناة',
  'channel.deleted': 'حذف القناة',
  'channel.memberRemoved': 'أزال عضوًا من القناة',
  'group.created': 'أنشأ المجموعة',
  'group.updated': 'غيّر المجموعة',
  'group.deleted': 'حذف المجموعة',
  'emoji.created': 'أضاف الرمز',
  'emoji.renamed': 'أعاد تسمية الرمز',
  'emoji.deleted': 'حذف الرمز',
  'userGroup.created': 'أنشأ مجموعة المستخدمين',
  'userGroup.updated': 'غيّر مجموعة المستخدمين',
  'userGroup.deleted': 'حذف مجموعة المستخدمين',
  'userGroup.memberAdded': 'أضاف عضوًا إلى مجموعة المستخدمين',
  'userGroup.memberRemoved': 'أزال عضوًا من مجموعة المستخدمين',
  'incomingWebhook.created': 'أنشأ خطاف الويب',
  'incomingWebhook.updated': 'غيّر خطاف الويب',
  'incomingWebhook.rotated': 'أعطى عنوانًا جديدًا لخطاف الويب',
  'incomingWebhook.deleted': 'حذف خطاف الويب',
  'message.deleted': 'حذف رسالة من',
  'user.messagesDeleted': 'حذف الرسائل الأخيرة من',
  'report.settled': 'سوّى بلاغًا عن',
  'report.dismissed': 'رفض بلاغًا عن',
};
