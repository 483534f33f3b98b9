import { Menu } from '@base-ui/react/menu';
import { resources } from '@palaver/client/store';
import { useMyMembership } from '@palaver/elements/people/my-role.js';
import { ContextMenu } from '@palaver/elements/ui/context-menu.js';
import menu from '@palaver/elements/ui/menu.module.css';
import type { PersonMenuOverlay } from '@palaver/elements/ui/overlay.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useResource, useStore } from '@palaver/react';
import { AtSign, Ban, CircleUser, MessageCircle, UserMinus } from 'lucide-react';
import { useLocation } from 'wouter';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { openOverlay } from '../ui/overlay.js';
import { tell } from '../ui/tell.js';
import { actsOnPerson } from './acts-on-person.js';

/** The context menu of somebody. */
export default function PersonMenu({ overlay }: { readonly overlay: PersonMenuOverlay }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const { api } = useStore().client;
  const attempt = useAttempt();
  const [, navigate] = useLocation();
  const { user, anchor, at, serverId, channel } = overlay;
  const userId = user.id;
  const { value: me } = useResource(resources.me);
  const membership = useMyMembership(serverId);
  const { role = null, timedOutUntil = null } = membership ?? {};
  const acts = actsOnPerson(user, {
    myId: me?.id ?? null,
    blockedUserIds: me?.blockedUserIds ?? [],
    channel,
    standing: { role, timedOutUntil, isMember: true },
  });

  async function message() {
    const { id } = await api.dms.create.mutate({ userIds: [userId] });
    navigate(`/dms/${id}`);
  }
  async function copyUsername() {
    await navigator.clipboard.writeText(`@${user.username}`);
    tell(t.copied);
  }
  // The menu closes first, and takes the overlay with it.
  const showProfile = () => queueMicrotask(() => openOverlay({ kind: 'profile', anchor, user, serverId }));

  return (
    <ContextMenu label={t.menuOf(user.displayName)} anchor={anchor} at={at} onClose={() => openOverlay(null)}>
      <Menu.Item className={menu.item} onClick={showProfile}>
        <CircleUser aria-hidden="true" /> {s.profile}
      </Menu.Item>
      {acts.message && (
        <Menu.Item className={menu.item} onClick={() => void attempt(message())}>
          <MessageCircle aria-hidden="true" /> {t.sendMessage}
        </Menu.Item>
      )}
      <Menu.Item className={menu.item} onClick={() => void attempt(copyUsername())}>
        <AtSign aria-hidden="true" /> {s.copyUsername}
      </Menu.Item>
      {(acts.block || acts.unblock || acts.remove) && <Menu.Separator className={menu.line} />}
      {acts.block && (
        <Menu.Item className={menu.item} onClick={() => void attempt(api.users.block.mutate({ userId }))}>
          <Ban aria-hidden="true" /> {t.block}
        </Menu.Item>
      )}
      {acts.unblock && (
        <Menu.Item className={menu.item} onClick={() => void attempt(api.users.unblock.mutate({ userId }))}>
          <Ban aria-hidden="true" /> {t.unblock}
        </Menu.Item>
      )}
      {acts.remove && channel && (
        <Menu.Item
          className={menu.item}
          data-danger
          onClick={() => openDialog({ kind: 'remove-member', channel, user })}
        >
          <UserMinus aria-hidden="true" /> {s.removeFromChannel}
        </Menu.Item>
      )}
    </ContextMenu>
  );
}
