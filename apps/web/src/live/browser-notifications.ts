import type { Notification as Item } from '@palaver/client';
import { onDisturbing } from '@palaver/client/personal';
import { type PalaverStore, resources, stateOf } from '@palaver/client/store';
import { addressOfMessage } from '@palaver/elements/host/address.js';
import { navigate } from 'wouter/use-browser-location';
import { notificationText } from './notification-text.js';

const STORED = 'palaver:browser-notifications';

/** Whether this browser can show notifications, may, and was told to. */
export function notificationState(): 'impossible' | 'refused' | 'off' | 'on' {
  if (!('Notification' in globalThis)) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && localStorage.getItem(STORED) === 'on' ? 'on' : 'off';
}

/** Asks for permission where it is needed. Call it when somebody has pressed a button for it. */
export async function setNotifications(isOn: boolean): Promise<void> {
  if (isOn && (await Notification.requestPermission()) !== 'granted') return;
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}

/**
 * Shows what the service lets disturb as notifications of the browser, in one of the tabs of the account. Returns a
 * function that ends it.
 */
export function showNotifications(store: PalaverStore, userId: string): () => void {
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The tab that has the lock tells; the next one has it when this one is closed.
  navigator.serviceWorker?.addEventListener('message', onPressed);
  navigator.locks
    .request(`palaver:notifications:${userId}`, async () => {
      const stop = onDisturbing(store, (item) => void show(store, item).catch(() => {}));
      await closed;
      stop();
    })
    .catch(() => {});
  return () => {
    navigator.serviceWorker?.removeEventListener('message', onPressed);
    end();
  };
}

async function show(store: PalaverStore, item: Item): Promise<void> {
  if (notificationState() !== 'on') return;
  const { title, body } = await textOf(store, item);
  const address = addressOfMessage(item);
  const options = { body, tag: item.id, icon: '/icon.svg', data: { address } };
  // Browsers of phones show those of a service worker alone, and these stay when the page is closed.
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) return registration.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    navigate(address);
    shown.close();
  };
}

/** Shows the place of a notification of the service worker that was pressed. */
function onPressed({ data }: MessageEvent<unknown>): void {
  if (typeof data === 'object' && data !== null && 'pressed' in data && typeof data.pressed === 'string')
    navigate(data.pressed);
}

async function textOf(store: PalaverStore, item: Item) {
  const { channelId, messageId } = item;
  const { api } = store.client;
  const channel = stateOf(store.state, resources.channel(channelId)).value?.channel;
  const place = channel ?? (await api.channels.getById.query({ channelId }));
  const message = messageId === null ? null : await api.messages.get.query({ messageId });
  return notificationText(place, message, item);
}
