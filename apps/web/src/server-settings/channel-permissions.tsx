import type { Channel, PermissionOverride } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useTexts } from '../i18n/i18n.js';
import { Select } from '../settings/parts.js';
import { FormDialog } from '../ui/form-dialog.js';
import styles from './channel-permissions.module.css';
import { useServerTexts } from './texts.js';

const ROLES = ['member', 'moderator', 'bot'] as const satisfies readonly PermissionOverride['role'][];
const PERMISSIONS = [
  'read',
  'post',
  'react',
  'mentionAll',
  'manageMessages',
  'manageChannel',
] as const satisfies readonly PermissionOverride['permission'][];

interface ChannelPermissionsProps {
  readonly channel: Channel;
  readonly serverId: string;
  readonly onClose: () => void;
}

/** What roles may or may not do in a channel, other than in its server. */
export function ChannelPermissions({ channel, serverId, onClose }: ChannelPermissionsProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();

  function save(form: FormData) {
    const permissionOverrides = PERMISSIONS.flatMap((permission) =>
      ROLES.flatMap((role) => {
        const chosen = form.get(`${role} ${permission}`);
        return chosen === '' ? [] : [{ role, permission, allow: chosen === 'allow' }];
      }),
    );
    return client.api.channels.update.mutate({ serverId, channelId: channel.id, permissionOverrides });
  }

  return (
    <FormDialog
      title={`${s.permissions}: ${channel.displayName}`}
      action={t.save}
      isOpen
      onClose={onClose}
      onSubmit={save}
    >
      <p>{s.permissionsIntro}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{s.permission}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {s.rolesOfOverride(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSIONS.map((permission) => (
            <tr key={permission}>
              <th scope="row">{s.permissionNames(permission)}</th>
              {ROLES.map((role) => (
                <td key={role} data-role={s.rolesOfOverride(role)}>
                  <Select
                    name={`${role} ${permission}`}
                    aria-label={`${s.permissionNames(permission)}: ${s.rolesOfOverride(role)}`}
                    defaultValue={overrideOf(channel, role, permission)}
                    options={[
                      { value: '', label: s.asInServer },
                      { value: 'allow', label: s.allowed },
                      { value: 'deny', label: s.denied },
                    ]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FormDialog>
  );
}

function overrideOf(
  { permissionOverrides }: Channel,
  role: PermissionOverride['role'],
  permission: PermissionOverride['permission'],
): '' | 'allow' | 'deny' {
  const found = permissionOverrides.find((each) => each.role === role && each.permission === permission);
  if (found === undefined) return '';
  return found.allow ? 'allow' : 'deny';
}
