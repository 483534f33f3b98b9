import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { channelsEn } from './channels.en.js';

/** The texts of finding and leaving channels, of adding people, and of going anywhere, in Japanese. */
export const channelsJa: CatalogueOf<typeof channelsEn> = {
  // Adding people
  addPeopleTo: (name) => `${name} に人を追加`,
  add: '追加',
  notNow: '今はしない',
  onlyAddedSee: 'このチャンネルは追加された人だけに表示されます。',
  nextGroupHint: '全員との新しい会話が開きます。ここに書かれたものはここに残ります。',
  names: '名前',
  peopleFound: '見つかった人',
  peopleChosen: (names) => `選択中: ${names}`,
  typeName: '名前を入力してください。Enter キーで選択中の人を追加します。',
  nobodyHere: 'このサーバーにその名前の人はいません。',
  nobodyMet: 'あなたのサーバーにその名前の人はいません。',
  allChosen: 'これ以上は追加できません。',
  added: (names) => `追加しました: ${names}`,
  startConversation: '会話を開く',
  whyNot: (name, reason) => `${name}: ${reason}`,
  // Removing and leaving
  removeFromChannel: 'このチャンネルから外す',
  removeTitle: (name, channel) => `${name} を ${channel} から外しますか？`,
  removeHint: '非公開チャンネルは見られなくなります。書いたメッセージは残ります。',
  removeButton: '外す',
  removed: (name, channel) => `${name} は ${channel} のメンバーではなくなりました。`,
  leaveTitle: (channel) => `${channel} から退出しますか？`,
  leaveHint: 'このチャンネルは非公開です。中の誰かに追加してもらわないと戻れません。',
  leave: '退出',
  left: (channel) => `${channel} から退出しました。`,
  joined: (channel) => `${channel} に参加しました。`,
  // Browsing channels
  findChannel: '名前またはトピックでチャンネルを検索',
  noTopic: 'トピックはまだありません',
  isIn: '参加中',
  joinNamed: (channel) => `${channel} に参加`,
  leaveNamed: (channel) => `${channel} から退出`,
  noChannel: '名前やトピックにこれを含むチャンネルはありません。',
  // Menus
  manageChannels: 'チャンネルを管理',
  profile: 'プロフィール',
  copyUsername: 'ユーザー名をコピー',
  // Shortcuts
  keySwitcher: 'チャンネル、人、サーバーへ移動',
  keyNextChannel: '次のチャンネル',
  keyPreviousChannel: '前のチャンネル',
  keyNextUnread: '未読のある次のチャンネル',
  keyPreviousUnread: '未読のある前のチャンネル',
  keyNextRegion: 'ウィンドウの次の部分',
  keyPreviousRegion: 'ウィンドウの前の部分',
  keyShortcuts: 'このショートカットを表示',
  keySendMessage: 'メッセージを送信',
  keyNewLine: '改行',
  keyEditLast: '空の入力欄から自分の最後のメッセージを編集',
  keyCloseInnermost: '最後に開いたものを閉じる',
  // The switcher
  findAnything: '人、チャンネル、サーバー、操作',
  isDm: 'ダイレクトメッセージ',
  isPerson: '人',
  isServer: 'サーバー',
  isAction: '操作',
  nothingFound: 'その名前のものはありません。名前の一部か頭文字でお試しください。',
};
