import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { welcomeEn } from './welcome.en.js';

/** The texts of the first run in Japanese. */
export const welcomeJa: CatalogueOf<typeof welcomeEn> = {
  title: 'Palaver へようこそ',
  intro: 'このサービスは新しく、まだ誰のものでもありません。オーナーになるアカウントを作成してください。',
  ownerMay: 'オーナーは、誰がアカウントを持てるかを決め、ログインできなくなった人を助けます。',
  codeFound: 'セットアップコードはアドレスに含まれていました。入力は不要です。',
  code: 'セットアップコード',
  codeHint:
    'サービスの起動時に、ターミナルのアドレスの末尾か、データフォルダーのファイル operator/setup-code に表示されます。1時間有効です。',
  whyCode: 'なぜコードが必要なのですか？',
  whyCodeText:
    'ほかの人があなたより先にこのページを開いた可能性があります。コードは、あなたがサービスを運用していることを示します。',
  become: 'オーナーになる',
  or: 'または:',
  justRegister: '通常のアカウントを作成',
  nextTitle: (name) => `${name} さん、こんにちは！`,
  nextIntro: '何から始めますか？',
  ownServer: '自分のサーバー',
  ownServerText: 'チームのための場所です。最初のチャンネルが1つあります。リンクで人を招待します。',
  demo: 'デモを見る',
  demoText: '3人、4つのチャンネル、そのやり取りがあるサーバーです。いつでも削除できます。',
  makeDemo: 'デモを作成',
  making: (percent) => `デモを準備中: ${percent}%`,
  later: '後で',
  tips: '知っておくと便利なこと',
  tipKeys: 'Ctrl K または ⌘ K で、どのチャンネルにも誰のところにも移動できます。',
  tipSettings: 'チャンネルの下の歯車に、プロフィール、通知、セキュリティがあります。',
  tipApi: 'ここにあるものはすべて公開 API を使っています。リファレンスはこちら:',
};
