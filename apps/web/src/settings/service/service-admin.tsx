import { useMe } from '@palaver/react';
import { Building2, Import, ScrollText, Users } from 'lucide-react';
import { lazy } from 'react';
import { Redirect } from 'wouter';
import { SettingsFrame } from '../shared/settings-frame.js';
import { useAdminTexts } from './texts.js';

const AuditPage = lazy(() => import('./audit-page.js'));
const ImportsPage = lazy(() => import('./imports-page.js'));
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
        { id: 'audit-log', label: s.auditLog, icon: <ScrollText aria-hidden="true" />, page: <AuditPage /> },
      ]}
    />
  );
}
