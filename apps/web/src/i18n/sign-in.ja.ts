import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { textIn } from '@palaver/elements/i18n/name-in.js';
import type { SignInReason, signInEn } from './sign-in.en.js';

/** The texts of signing in and up in Japanese. */
export const signInJa: CatalogueOf<typeof signInEn> = {
  withProvider: (name) => `${name} で続ける`,
  or: 'または',
  withPasskey: 'パスキーを使う',
  forgotten: 'パスワードをお忘れですか？',
  registrationClosed: 'ここでは誰もアカウントを作成できません。このサービスの運用者に依頼してください。',
  registrationByInvite: 'アカウントの作成には招待が必要です。招待のリンクを開いてください。',
  secondTitle: 'あと一歩です',
  secondText: 'このアカウントには第2の認証要素があります。',
  totp: '認証アプリのコード',
  recoveryCode: '回復コード',
  passkey: 'パスキーを使う',
  totpInstead: '認証アプリのコードを使う',
  recoveryInstead: '回復コードを使う',
  continue: '続ける',
  backToSignIn: 'ログインに戻る',
  forgottenTitle: '新しいパスワード',
  forgottenText: 'アカウントのメールアドレスを入力してください。登録されていれば、リンクが届きます。',
  email: 'メールアドレス',
  emailIfAny: 'メールアドレス（任意）',
  shareTimezone: (zone) => `自分の現地時間をほかの人に見せる（${zone}）`,
  whyEmail: 'パスワードを忘れたときに再びサインインできます。ほかの人には表示されません。',
  sendLink: 'リンクを送信',
  linkSent: 'メールボックスを確認してください。リンクは30分間有効です。',
  signingIn: 'ログインしています…',
  linked: (name) => `${name} をアカウントに連携しました。`,
  replaceTitle: 'すでにログインしています',
  replaceText: 'プロバイダーから別のログインが戻ってきました。現在のログインと置き換わります。',
  replace: 'ログインし直す',
  keepSession: '今のままにする',
  verifyTitle: 'メールアドレスの確認',
  verifySignIn:
    'このアドレスが登録されたアカウントにログインし、そこで確認してください。心当たりがない場合やログインできない場合は、代わりに新しいパスワードを設定してください。',
  verifyText: '確認すると、あなたのアカウントのアドレスになります。',
  verify: 'アドレスを確認',
  verified: 'アドレスを確認しました。',
  refused: 'ログインできませんでした。',
  reasons: (code) => textIn(REASONS, code) ?? 'もう一度試すか、別の方法でログインしてください。',
};

const REASONS: Readonly<Record<SignInReason, string>> = {
  ACCOUNT_DEACTIVATED: 'このアカウントは無効になっています。',
  REGISTRATION_CLOSED: 'ここにアカウントがなく、新しく作成することもできません。',
  INVITE_REQUIRED: 'ここにアカウントがありません。招待のリンクを開いて作成してください。',
  INVITE_NOT_FOUND: '招待はもうありません。',
  EMAIL_NEEDS_LINK:
    'あなたのメールアドレスを持つアカウントがここにあります。それにログインし、設定でこのプロバイダーを連携してください。',
  IDENTITY_TAKEN: 'ここの別のアカウントに連携されています。',
  PROVIDER_ALREADY_LINKED: 'あなたのアカウントは、プロバイダーの別のアカウントに連携されています。',
  PROVIDER_UNAVAILABLE: 'プロバイダーが応答しません。少し待ってからもう一度お試しください。',
  SIGN_IN_ENDED: '時間がかかりすぎたか、別のブラウザーで開始されました。',
};
