import type { Channel } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Row, SelectField, Switch } from '../shared/fields.js';
import parts from '../shared/parts.module.css';
import { channelChangesIn, retentionIn, SWITCHES, type Switches } from './channel-changes.js';
import { ChannelPermissions } from './channel-permissions.js';
import { choicesOf } from './choices-of.js';
import { useRetentionChoices } from './retention.js';
import { useServerTexts } from './texts.js';

const SLOW_SECONDS = [5, 10, 30, 60, 300, 900, 3600, 21_600];

interface ChannelDialogProps {
  readonly channel: Channel;
  readonly isOwner: boolean;
  readonly onClose: () => void;
}

/** The settings of a channel. */
export function ChannelDialog({ channel, isOwner, onClose }: ChannelDialogProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const [step, setStep] = useState<'permissions' | 'deletion' | null>(null);
  const [switches, setSwitches] = useState<Switches>(channel);
  const retentionChoices = useRetentionChoices(channel.retentionDays);
  const { id: channelId, serverId } = channel;
  if (serverId === null) return null;

  const save = (form: FormData) =>
    client.api.channels.update.mutate({
      serverId,
      channelId,
      ...channelChangesIn(form, channel, switches),
      ...(isOwner ? { retentionDays: retentionIn(form) } : {}),
    });

  if (step === 'permissions')
    return <ChannelPermissions channel={channel} serverId={serverId} onClose={onClose} />;
  if (step === 'deletion') {
    return (
      <FormDialog
        title={`${s.deleteChannel}: ${channel.displayName}`}
        action={s.deleteChannel}
        look="danger"
        isOpen
        onClose={onClose}
        onSubmit={() => client.api.channels.delete.mutate({ serverId, channelId })}
      >
        <p>{s.deleteChannelText}</p>
      </FormDialog>
    );
  }
  const hints: Record<keyof Switches, readonly [string, string]> = {
    isPrivate: [s.isPrivate, s.isPrivateHint],
    joinedByDefault: [s.joinedByDefault, s.joinedByDefaultHint],
    archived: [s.archived, s.archivedHint],
    readReceipts: [s.readReceipts, s.readReceiptsHint],
  };
  return (
    <FormDialog
      title={`${s.channelSettings}: ${channel.displayName}`}
      action={t.save}
      isOpen
      onClose={onClose}
      onSubmit={save}
    >
      <div className={parts.pair}>
        <Field label={s.nameInAddress} name="name" defaultValue={channel.name} required maxLength={32} />
        <Field label={s.displayName} name="displayName" defaultValue={channel.displayName} maxLength={100} />
      </div>
      <Field label={s.topic} name="topic" defaultValue={channel.topic ?? ''} maxLength={1024} />
      <div className={parts.pair}>
        <SelectField
          label={s.postingRole}
          name="postingRole"
          defaultValue={channel.postingRole}
          options={[
            { value: 'member', label: s.everyMember },
            { value: 'moderator', label: t.roleName('moderator') },
            { value: 'admin', label: t.roleName('admin') },
          ]}
        />
        <SelectField
          label={s.slowMode}
          name="slowMode"
          defaultValue={String(channel.slowModeSeconds)}
          options={[
            { value: '0', label: s.noSlowMode },
            ...choicesOf(SLOW_SECONDS, channel.slowModeSeconds, s.seconds),
          ]}
        />
      </div>
      <SelectField
        label={s.defaultLevel}
        name="level"
        defaultValue={channel.defaultNotificationLevel ?? ''}
        options={[
          { value: '', label: s.levelDefault },
          { value: 'all', label: s.levelAll },
          { value: 'mentions', label: s.levelMentions },
          { value: 'nothing', label: s.levelNothing },
        ]}
      />
      {isOwner && (
        <SelectField
          label={s.keepMessages}
          name="retention"
          defaultValue={String(channel.retentionDays ?? '')}
          options={[
            { value: '', label: s.asServer },
            { value: '0', label: s.keepForEver },
            ...retentionChoices,
          ]}
        />
      )}
      {SWITCHES.map((name) => (
        <Row key={name} label={hints[name][0]} hint={hints[name][1]}>
          {(named) => (
            <Switch
              {...named}
              checked={switches[name]}
              onSwitch={(isOn) => setSwitches((old) => ({ ...old, [name]: isOn }))}
            />
          )}
        </Row>
      ))}
      <div className={parts.buttons}>
        <Button look="plain" onClick={() => setStep('permissions')}>
          {s.permissions}
        </Button>
        <Button look="plain" onClick={() => setStep('deletion')}>
          {s.deleteChannel}
        </Button>
      </div>
    </FormDialog>
  );
}
