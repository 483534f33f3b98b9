import type { Server } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useMyRole } from '@palaver/elements/people/my-role.js';
import { isAtLeast } from '@palaver/elements/people/role.js';
import { useSelected } from '@palaver/react';
import { Clock, Flag, Hash, Info, Link2, ScrollText, Smile, Users, UsersRound, Webhook } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { Redirect } from 'wouter';
import { SettingsFrame, type SettingsSection } from '../shared/settings-frame.js';
import { NEEDED, type Section } from './needed-roles.js';
import { useServerTexts } from './texts.js';

const AuditLogPage = lazy(() => import('./audit-log-page.js'));
const BansPage = lazy(() => import('./bans-page.js'));
const ChannelsPage = lazy(() => import('./channels-page.js'));
const EmojiPage = lazy(() => import('./emoji-page.js'));
const InvitesPage = lazy(() => import('./invites-page.js'));
const MembersPage = lazy(() => import('./members-page.js'));
const OverviewPage = lazy(() => import('./overview-page.js'));
const ReportsPage = lazy(() => import('./reports-page.js'));
const UserGroupsPage = lazy(() => import('./user-groups-page.js'));
const WebhooksPage = lazy(() => import('./webhooks-page.js'));

/** The settings of a server, as far as the person's role goes. */
export default function ServerSettings({ serverId }: { readonly serverId: string }) {
  const select = useMemo(
    () => (state: StoreState) => {
      const { value } = stateOf(state, resources.servers);
      return value === null ? null : (value.items.find(({ id }) => id === serverId) ?? 'gone');
    },
    [serverId],
  );
  const server = useSelected(select);
  if (server === 'gone') return <Redirect to="/" replace />;
  return server && <SettingsOf server={server} />;
}

function SettingsOf({ server }: { readonly server: Server }) {
  const s = useServerTexts();
  const role = useMyRole(server.id);
  if (role === null) return null;
  const serverId = server.id;
  const sections: (SettingsSection & { readonly id: Section })[] = [
    {
      id: 'overview',
      label: s.overview,
      icon: <Info aria-hidden="true" />,
      page: <OverviewPage server={server} role={role} />,
      group: s.serverSettings,
    },
    {
      id: 'channels',
      label: s.channels,
      icon: <Hash aria-hidden="true" />,
      page: <ChannelsPage serverId={serverId} isOwner={role === 'owner'} />,
    },
    {
      id: 'members',
      label: s.members,
      icon: <Users aria-hidden="true" />,
      page: <MembersPage serverId={serverId} role={role} />,
    },
    {
      id: 'invites',
      label: s.invites,
      icon: <Link2 aria-hidden="true" />,
      page: <InvitesPage serverId={serverId} />,
    },
    {
      id: 'emoji',
      label: s.emoji,
      icon: <Smile aria-hidden="true" />,
      page: <EmojiPage serverId={serverId} />,
    },
    {
      id: 'groups',
      label: s.groups,
      icon: <UsersRound aria-hidden="true" />,
      page: <UserGroupsPage serverId={serverId} />,
    },
    {
      id: 'webhooks',
      label: s.webhooks,
      icon: <Webhook aria-hidden="true" />,
      page: <WebhooksPage serverId={serverId} />,
    },
    {
      id: 'reports',
      label: s.reports,
      icon: <Flag aria-hidden="true" />,
      page: <ReportsPage serverId={serverId} />,
      group: s.order,
    },
    {
      id: 'bans',
      label: s.bans,
      icon: <Clock aria-hidden="true" />,
      page: <BansPage serverId={serverId} role={role} />,
    },
    {
      id: 'audit-log',
      label: s.auditLog,
      icon: <ScrollText aria-hidden="true" />,
      page: <AuditLogPage serverId={serverId} />,
    },
  ];
  return (
    <SettingsFrame
      title={server.name}
      base={`/servers/${serverId}/settings`}
      sections={sections.filter(({ id }) => isAtLeast(role, NEEDED[id]))}
    />
  );
}
