import type { botsEn } from './bots.en.js';
import type { CatalogueOf } from './catalogue-of.js';

/** The texts of commands and components in Japanese. */
export const botsJa: CatalogueOf<typeof botsEn> = {
  onlyYou: 'あなただけに表示されています',
  dismiss: '非表示にする',
  noAnswer: 'ボットから応答がありませんでした。',
  botWorks: (name) => `${name} が処理中です…`,
  noAnswerYet: (name) => `${name} からまだ応答がありません。もう一度お試しいただけます。`,
  commandReady: 'Enter キーでコマンドを送信します。',
  optional: '任意',
  unknownCommand: (command) => `コマンド ${command} を持つボットはここにいません。何も投稿されていません。`,
  noFiles: 'コマンドにファイルは付けられません。何も投稿されていません。',
  sendAnyway: 'このまま送信',
  notSent: 'コマンドは送信されませんでした。',
  choose: '選択…',
  chooseAction: '選択',
  missingOption: (option) => `「${option}」がありません。`,
  wrongOption: (option) => `「${option}」は正しくありません。`,
  twiceOption: (option) => `「${option}」が2回指定されています。`,
  whichBot: (names) => `複数のボットがこのコマンドを持っています。どれか指定してください: ${names}`,
  openQuote: '引用符が閉じられていません。',
  tooManyWords: 'オプションより多くの言葉があります。',
};
