import { useMe } from '@palaver/react';
import {
  Building2,
  Eraser,
  Import,
  KeyRound,
  Lock,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import { lazy } from 'react';
import { Redirect } from 'wouter';
import { SettingsFrame } from '../shared/settings-frame.js';
import { useAdminTexts } from './texts.js';

const AuditPage = lazy(() => import('./audit-page.js'));
const ImportsPage = lazy(() => import('./imports-page.js'));
const ConfigurationPage = lazy(() => import('./configuration-page.js'));
const ErasuresPage = lazy(() => import('./erasures-page.js'));
const HoldsPage = lazy(() => import('./holds-page.js'));
const KeysPage = lazy(() => import('./keys-page.js'));
const PeoplePage = lazy(() => import('./people-page.js'));
const ServersPage = lazy(() => import('./servers-page.js'));

/** The administration of the service, for its admins. The service refuses it to everybody else. */
export default function ServiceAdmin() {
  const s = useAdminTexts();
  const me = useMe();
  if (me === null) return null;
  if (!me.serviceAdmin) return <Redirect to="/" replace />;
  return (
    <SettingsFrame
      title={s.administration}
      base="/admin"
      sections={[
        { id: 'people', label: s.people, icon: <Users aria-hidden="true" />, page: <PeoplePage /> },
        { id: 'servers', label: s.servers, icon: <Building2 aria-hidden="true" />, page: <ServersPage /> },
        { id: 'imports', label: s.imports, icon: <Import aria-hidden="true" />, page: <ImportsPage /> },
        { id: 'api-keys', label: s.apiKeys, icon: <KeyRound aria-hidden="true" />, page: <KeysPage /> },
        { id: 'holds', label: s.holds, icon: <Lock aria-hidden="true" />, page: <HoldsPage /> },
        { id: 'erasures', label: s.erasures, icon: <Eraser aria-hidden="true" />, page: <ErasuresPage /> },
        {
          id: 'configuration',
          label: s.configuration,
          icon: <SlidersHorizontal aria-hidden="true" />,
          page: <ConfigurationPage />,
        },
        { id: 'audit-log', label: s.auditLog, icon: <ScrollText aria-hidden="true" />, page: <AuditPage /> },
      ]}
    />
  );
}
