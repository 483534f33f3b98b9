import type { AdminCheck, AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('ja');

const numbers = new Intl.NumberFormat('ja');

/** The texts of the administration of the service in Japanese. */
export const serviceAdminJa: CatalogueOf<typeof serviceAdminEn> = {
  administration: 'サービスの管理',
  people: '人',
  peopleIntro:
    'このサービスにアカウントを持つすべての人です。管理者は、誰のメッセージもファイルも見られません。',
  find: 'ユーザー名またはメールアドレスの先頭で検索',
  createAccount: 'アカウントを作成',
  registrationModes: (mode) => nameIn(MODES, mode),
  makeAdmin: '管理者にする',
  unmakeAdmin: '管理者から外す',
  deactivate: '無効にする',
  reactivate: '再び有効にする',
  resetPassword: '新しいパスワードを設定',
  resetFactors: '第2の認証要素を削除',
  admin: '管理者',
  deactivated: '無効',
  isAdmin: 'サービスの管理者である',
  email: 'メールアドレス（任意）',
  passwordOf: (name) => `${name} のパスワード`,
  passwordOnce: '今だけ表示されます。安全な方法で伝えてください。',
  lastUsed: (ago) => `最終利用: ${ago}`,
  neverUsed: 'ログインしていません',
  noOne: '誰も見つかりませんでした。',
  more: (name) => `${name} のその他の操作`,
  sure: (what, name) => `${what}: ${name}？`,
  deactivateText:
    'すべてのセッションが終了し、再び有効にするまで誰もこのアカウントでログインできません。書かれたものは残ります。',
  resetPasswordText:
    'この人のすべてのセッションが終了します。新しいパスワードが表示されるので、本人に伝えてください。',
  resetFactorsText: '電話と回復コードを失った人のためのものです。必ず本人であることを確認してください。',

  servers: 'サーバー',
  findServer: '名前の先頭で検索',
  serverDetail: (owner, members, channels) =>
    [
      `オーナー: @${owner}`,
      counted(members, { other: 'メンバー #人' }),
      counted(channels, { other: '#チャンネル' }),
    ].join(' · '),
  deleteServer: (name) => `${name} を削除しますか？`,
  deleteServerText: 'すべてのチャンネルとメッセージが完全に削除されます。',
  noServers: 'サーバーが見つかりませんでした。',

  apiKeys: 'API キー',
  apiKeysIntro:
    'ほかのバックエンドがサービスを呼び出すために使います。新しいシークレットが必要なときは、新しいキーを作成し、古いキーを取り消してください。',
  noKeys: 'API キーはありません。',
  createKey: 'キーを作成',
  keyName: '用途',
  keyMay: 'できること',
  keyExpires: '有効期限（任意）',
  keyTokenOf: (name) => `${name} のトークン`,
  keyTokenHint: '今だけ表示されます。これを持つ人は、このキーにできることをすべて行えます。',
  keyMadeBy: (name) => `作成者: ${name}`,
  keyUsed: (ago) => `最終利用: ${ago}`,
  keyUnused: '未使用',
  keyUntil: (moment) => `有効期限: ${moment}`,
  keyOver: '期限切れ',
  revoke: '取り消す',
  revokeKey: (name) => `${name} を取り消しますか？`,
  revokeKeyText: '以後は拒否され、接続が閉じます。これを使っているものは動かなくなります。',

  holds: '訴訟ホールド',
  holdsIntro:
    'ホールドされたものは失われません。編集または削除された文章は管理者のために保持されます。サーバーはサーバーの一覧から選びます。',
  noHolds: 'ホールドはありません。',
  holdServer: 'ホールドする',
  holdOf: (name) => `${name} をホールドする`,
  holdChannel: 'チャンネルをホールドする',
  channelId: 'チャンネルまたはダイレクトメッセージの ID',
  holdReason: '理由（ほかの管理者に表示されます）',
  heldServer: (name) => `サーバー ${name}`,
  heldChannel: (id) => `チャンネル ${id}`,
  askedBy: (name) => `依頼者: ${name}`,
  askedByOperator: '依頼者: 運用者',
  askedByProgram: '依頼者: 運用者または API キー',
  liftHold: '解除',
  liftHoldOf: (name) => `ホールドを解除しますか？ ${name}`,
  liftHoldText: 'このホールドだけが保持していたものは、次の整理で完全に削除されます。',
  erasures: '消去',
  erasuresIntro: '完全な消去が依頼されたものと、その進み具合です。',
  noErasures: '消去の依頼はありません。',
  erasureOfChannel: (id, server) => `${server} のチャンネル ${id} のメッセージ`,
  erasureOfMember: (user, server) => `${server} での ${user} のメッセージ`,
  erasureOfUser: (user) => `アカウント ${user} とそのすべてのメッセージ`,
  erasureOfAccount: (user) => `アカウント ${user}`,
  erasureRunning: '進行中',
  erasureEnded: (moment) => `終了: ${moment}`,
  erasedBefore: (moment) => `${moment} より前`,
  removedMessages: (n) => counted(n, { other: '#件のメッセージを削除' }),

  configuration: '設定内容',
  configurationIntro: 'サービスの運用方法と、必要なものが動作しているかどうか。',
  testMail: 'テストメール',
  testMailText: 'すぐに送信され、監査ログに記録されます。',
  testMailTo: '宛先（空欄の場合は確認済みの自分のアドレス）',
  sendTestMail: 'テストメールを送信',
  testMailSent: (address: string) => `メールサーバーが ${address} 宛のメールを受け付けました。`,
  checks: 'チェック',
  checksText:
    'palaver doctor と同じです。データベース、ディスク、メールサーバー、公開アドレスなど、設定されているものを調べます。',
  checkNow: '今すぐチェック',
  checking: 'チェック中…',
  checkStatus: (status: string) => nameIn(CHECK_STATUS, status),
  variables: '変数',
  variablesText: '応答したノードで有効な値です。シークレットは表示されません。',
  isDefault: '既定値',
  secretSet: '設定済み',
  unset: '未設定',

  auditLog: '監査ログ',
  auditIntro: '管理者と運用者が行ったことです。誰も変更できません。',
  imports: 'インポート',
  importsIntro: 'Palaver、Slack、Mattermost、Discord、Rocket.Chat、Zulip からここへ移るサーバーです。',
  newImport: 'アーカイブをインポート',
  newImportText:
    'アーカイブは Palaver のエクスポートか、ほかのシステムのエクスポートから次のコマンドが作るものです（convert-slack、convert-mattermost、convert-discord、convert-rocketchat、convert-zulip）:',
  archive: 'アーカイブ（.zip）',
  deleteMissing: 'なくなったものを削除',
  deleteMissingText:
    '同じサーバーの後のアーカイブ用です。前のアーカイブにあってこれにないメッセージは削除されます。ここで書かれたものは残ります。',
  checkArchive: '確認',
  importArchive: 'インポート',
  sending: 'アーカイブを送信しています',
  earlierImports: 'すべてのインポート',
  noImports: 'まだ何もインポートされていません。',
  showImport: '表示',
  importStates: (state) => IMPORT_STATES[state] ?? state,
  importLines: (done, lines) => `${numbers.format(done)} / ${numbers.format(lines)} 行`,
  importPace: (perSecond, end) => `毎秒 ${numbers.format(perSecond)} 行、完了は${end}`,
  importWritten: ({ users, messages, files }) =>
    `新しいアカウント: ${numbers.format(users)} · メッセージ: ${numbers.format(messages)} · ファイル: ${numbers.format(files)}`,
  importDeleted: (messages) => `削除されたメッセージ: ${numbers.format(messages)}`,
  importUpdates: 'サーバーはすでにここにあります。このアーカイブの新しいものが追加されます。',
  foundAccounts: (accounts) => `すでにここにあるアカウント: ${numbers.format(accounts)}`,
  foundAccountsText:
    'この人たちが以前書いたものは本人のものとして表示されます。ほかの人がここのアカウントと見なされることはありません。',
  foundBy: (how) => FOUND_BY[how] ?? how,
  linesOfExport: 'エクスポートの各行の扱い',
  kindOfLine: '行',
  linesRead: '読み取り',
  linesTaken: '取り込み',
  linesChanged: '変更',
  linesLeftOut: '除外',
  noMembers: (people) => `書き込みがあり、メンバーにならない人: ${numbers.format(people)}`,
  letIn: 'メンバーを招き入れる',
  letInText:
    'パスワードのないメンバーに、設定するためのリンクが届きます。一度だけ、7日間使え、前のリンクは無効になります。',
  mailLinks: 'リンクをメールで送る',
  listLinks: 'リンクの一覧をダウンロード',
  linksMailed: (people) => `送信中のメール: ${numbers.format(people)}`,
  linksListed: (people) => `一覧のリンク: ${numbers.format(people)}`,
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: '誰でもアカウントを作成できます（REGISTRATION=open）。',
  invite: 'サーバーへの招待がある人はアカウントを作成できます（REGISTRATION=invite）。',
  closed: '管理者だけがアカウントを作成します（REGISTRATION=closed）。',
};

const IMPORT_STATES: Readonly<Record<string, string>> = {
  checking: 'アーカイブを確認しています',
  importing: 'インポートしています',
  joining: 'メンバーが参加しています',
  done: 'インポートしました',
  checked: '確認しました。インポートできます',
  failed: 'インポートできません',
  cancelled: '中止しました',
};

const FOUND_BY: Readonly<Record<string, string>> = {
  earlierImport: '前のインポートによる',
  id: '同じ ID による',
  externalId: '外部 ID による',
  email: '確認済みのアドレスによる',
};

const CHECK_STATUS: Readonly<Record<AdminCheck['status'], string>> = {
  ok: '正常',
  warn: '警告',
  fail: '失敗',
};
