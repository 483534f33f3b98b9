import { resources } from '@palaver/client/store';
import { Button } from '@palaver/elements/ui/button.js';
import { useResource, useStore } from '@palaver/react';
import {
  Archive,
  Bell,
  Bot,
  KeyRound,
  Laptop,
  LogOut,
  Palette,
  ShieldBan,
  ShieldCheck,
  User,
} from 'lucide-react';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../../i18n/i18n.js';
import { signOut } from '../../live/live-store.js';
import { SettingsFrame } from '../shared/settings-frame.js';
import { useSettingsTexts } from '../shared/texts.js';
import styles from './account-settings.module.css';

const ProfilePage = lazy(() => import('./profile-page.js'));
const AppearancePage = lazy(() => import('./appearance-page.js'));
const NotificationsPage = lazy(() => import('./notifications-page.js'));
const SecurityPage = lazy(() => import('./security-page.js'));
const SessionsPage = lazy(() => import('./sessions-page.js'));
const PrivacyPage = lazy(() => import('./privacy-page.js'));
const DataPage = lazy(() => import('./data-page.js'));
const BotsPage = lazy(() => import('./bots-page.js'));

/** The settings of the person. */
export default function AccountSettings() {
  const t = useTexts();
  const s = useSettingsTexts();
  const store = useStore();
  const [, navigate] = useLocation();
  const { value: me } = useResource(resources.me);
  const isAdmin = me?.serviceAdmin ?? false;
  const sections = [
    {
      id: 'profile',
      label: s.profile,
      icon: <User aria-hidden="true" />,
      page: <ProfilePage />,
      group: s.account,
    },
    { id: 'security', label: s.security, icon: <KeyRound aria-hidden="true" />, page: <SecurityPage /> },
    { id: 'sessions', label: s.sessions, icon: <Laptop aria-hidden="true" />, page: <SessionsPage /> },
    { id: 'privacy', label: s.privacy, icon: <ShieldBan aria-hidden="true" />, page: <PrivacyPage /> },
    { id: 'data', label: s.data, icon: <Archive aria-hidden="true" />, page: <DataPage /> },
    {
      id: 'appearance',
      label: s.appearance,
      icon: <Palette aria-hidden="true" />,
      page: <AppearancePage />,
      group: s.app,
    },
    {
      id: 'notifications',
      label: s.notifications,
      icon: <Bell aria-hidden="true" />,
      page: <NotificationsPage />,
    },
    { id: 'bots', label: s.bots, icon: <Bot aria-hidden="true" />, page: <BotsPage />, group: s.developer },
  ];
  return (
    <SettingsFrame
      title={me?.displayName ?? t.settings}
      base="/settings"
      sections={sections}
      foot={
        <div className={styles.foot}>
          {isAdmin && (
            <Button look="plain" className={styles.wide} onClick={() => navigate('/admin')}>
              <ShieldCheck aria-hidden="true" />
              {s.administration}
            </Button>
          )}
          <Button look="plain" className={styles.wide} onClick={() => void signOut(store)}>
            <LogOut aria-hidden="true" />
            {t.signOut}
          </Button>
        </div>
      }
    />
  );
}
