import { Menu } from '@base-ui/react/menu';
import type { AnyChannel } from '@palaver/client';
import { resources, selectUnread } from '@palaver/client/store';
import { addressOf } from '@palaver/elements/host/address.js';
import { useMyMembership } from '@palaver/elements/people/my-role.js';
import menu from '@palaver/elements/ui/menu.module.css';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useResource, useSelected, useStore } from '@palaver/react';
import { CheckCheck, Link as LinkIcon, LogIn, LogOut, Settings, Star, StarOff, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { tell } from '../ui/tell.js';
import { actsOnChannel } from './acts-on-channel.js';
import { NotificationItems } from './notification-items.js';
import { useChannelsTexts } from './texts.js';
import { useMembership } from './use-membership.js';

/** What one does with a channel, in its menu and in its context menu. */
export function ChannelItems({ channel }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const [, navigate] = useLocation();
  const { isMember, join, leave } = useMembership(channel);
  const membership = useMyMembership(channel.serverId);
  const { role = null, timedOutUntil = null } = membership ?? {};
  const acts = actsOnChannel(channel, { role, timedOutUntil, isMember });
  const { serverId, id: channelId } = channel;
  return (
    <>
      <OwnItems channel={channel} />
      {acts.addPeople && (
        <Menu.Item className={menu.item} onClick={() => openDialog({ kind: 'add-people', channel })}>
          <UserPlus aria-hidden="true" /> {t.addPeople}
        </Menu.Item>
      )}
      {acts.openSettings && (
        <Menu.Item className={menu.item} onClick={() => navigate(`/servers/${serverId}/settings/channels`)}>
          <Settings aria-hidden="true" /> {s.manageChannels}
        </Menu.Item>
      )}
      <Menu.Separator className={menu.line} />
      <NotificationItems channelId={channelId} />
      {(acts.join || acts.leave) && <Menu.Separator className={menu.line} />}
      {acts.join && (
        <Menu.Item className={menu.item} onClick={() => void join()}>
          <LogIn aria-hidden="true" /> {t.joinChannel}
        </Menu.Item>
      )}
      {acts.leave && (
        <Menu.Item className={menu.item} data-danger onClick={leave}>
          <LogOut aria-hidden="true" /> {t.leaveChannel}
        </Menu.Item>
      )}
    </>
  );
}

/** What nobody else notices. */
function OwnItems({ channel: { id: channelId, serverId } }: { readonly channel: AnyChannel }) {
  const t = useTexts();
  const store = useStore();
  const { api } = store.client;
  const attempt = useAttempt();
  const { value: favorites } = useResource(resources.favorites);
  const unread = useSelected(useMemo(() => selectUnread(channelId), [channelId]));
  const isFavorite = favorites?.channelIds.includes(channelId) ?? false;

  async function copyLink() {
    await navigator.clipboard.writeText(new URL(addressOf(serverId, channelId), location.origin).href);
    tell(t.copied);
  }

  async function markRead() {
    const [last] = await api.messages.list.query({ channelId, limit: 1 });
    if (last) await store.markRead(channelId, last.id);
  }

  return (
    <>
      {(unread?.unreadCount ?? 0) > 0 && (
        <Menu.Item className={menu.item} onClick={() => void attempt(markRead())}>
          <CheckCheck aria-hidden="true" /> {t.markRead}
        </Menu.Item>
      )}
      <Menu.Item
        className={menu.item}
        onClick={() =>
          void attempt((isFavorite ? api.favorites.remove : api.favorites.add).mutate({ channelId }))
        }
      >
        {isFavorite ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
        {isFavorite ? t.removeFavorite : t.addFavorite}
      </Menu.Item>
      <Menu.Item className={menu.item} onClick={() => void attempt(copyLink())}>
        <LinkIcon aria-hidden="true" /> {t.copyLink}
      </Menu.Item>
    </>
  );
}
