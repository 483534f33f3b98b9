import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type ChatHost, ChatHostProvider } from '../host/chat-host.js';
import { chatEn } from '../i18n/chat.en.js';
import { ElementsI18nProvider } from '../i18n/i18n.js';

/** An app that does nothing. */
const HOST: ChatHost = {
  addressOf: ({ channelId }) => `/${channelId}`,
  show: () => {},
  openOverlay: () => {},
  openChannelMenu: null,
  tell: () => {},
  offerUndo: async () => false,
  Beginning: () => null,
  startAddress: '/',
  onMessagesShown: () => {},
  portals: undefined,
  backCloses: false,
  mayTakeFocus: () => false,
  onFailed: () => {},
};

/** The HTML of an element in English. */
export function htmlOf(element: ReactNode): string {
  const inside = createElement(ChatHostProvider, { value: HOST }, element);
  const i18n = { t: chatEn, language: 'en', locale: 'en' } as const;
  return renderToStaticMarkup(createElement(ElementsI18nProvider, { value: i18n }, inside));
}
