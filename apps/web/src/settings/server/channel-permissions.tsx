import type { Channel } from '@palaver/client';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useTexts } from '../../i18n/i18n.js';
import { Select } from '../shared/fields.js';
import styles from './channel-permissions.module.css';
import { fieldOf, OVERRIDDEN_ROLES, overrideOf, overridesIn, PERMISSIONS } from './overrides.js';
import { useServerTexts } from './texts.js';

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

  const save = (form: FormData) =>
    client.api.channels.update.mutate({
      serverId,
      channelId: channel.id,
      permissionOverrides: overridesIn(form),
    });

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
            {OVERRIDDEN_ROLES.map((role) => (
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
              {OVERRIDDEN_ROLES.map((role) => (
                <td key={role} data-role={s.rolesOfOverride(role)}>
                  <Select
                    name={fieldOf(role, permission)}
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
