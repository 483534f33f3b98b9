import type { AuthOptions } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { countedIn } from '@palaver/elements/i18n/counted.js';
import { nameIn } from '@palaver/elements/i18n/name-in.js';
import type { serviceAdminEn } from './service-admin.en.js';

const counted = countedIn('ja');

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

  auditLog: '監査ログ',
  auditIntro: '管理者と運用者が行ったことです。誰も変更できません。',
};

const MODES: Readonly<Record<AuthOptions['registration'], string>> = {
  open: '誰でもアカウントを作成できます（REGISTRATION=open）。',
  invite: 'サーバーへの招待がある人はアカウントを作成できます（REGISTRATION=invite）。',
  closed: '管理者だけがアカウントを作成します（REGISTRATION=closed）。',
};
