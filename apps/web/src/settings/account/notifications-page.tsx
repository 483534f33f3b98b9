import type { AnyChannel, Channel } from '@palaver/client';
import { resources, selectChannels } from '@palaver/client/store';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useResource, useSelected, useStore, useWatched } from '@palaver/react';
import { useMemo, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { useAuthOptions } from '../../session/auth-options.js';
import { Row, Select, SelectField } from '../shared/fields.js';
import { Card, Page } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import styles from './account-settings.module.css';
import { Explanation } from './explanation.js';
import { PreferenceForm } from './preference-form.js';
import { DMS, EVERYWHERE, type PlaceProps, WHOLE } from './preference-place.js';

/** What disturbs the person, and when. */
export default function NotificationsPage() {
  const t = useTexts();
  const s = useSettingsTexts();
  const { value: servers } = useResource(resources.servers);
  const [serverId, setServerId] = useState(EVERYWHERE);
  const [channelId, setChannelId] = useState(WHOLE);
  return (
    <Page title={s.notifications} intro={s.notificationsIntro}>
      <Digest />
      <Card title={s.perPlace} hint={s.perPlaceHint}>
        <div className={styles.scopes}>
          <SelectField
            label={s.server}
            value={serverId}
            onChoose={(id) => {
              setServerId(id);
              setChannelId(WHOLE);
            }}
            options={[
              { value: EVERYWHERE, label: s.everywhere },
              ...(servers?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
              { value: DMS, label: t.directMessages },
            ]}
          />
          {serverId === DMS && <DmSelect channelId={channelId} onChoose={setChannelId} />}
          {serverId !== DMS && serverId !== EVERYWHERE && (
            <ChannelSelect serverId={serverId} channelId={channelId} onChoose={setChannelId} />
          )}
        </div>
        {(serverId !== DMS || channelId !== WHOLE) && (
          <Place key={`${serverId}${channelId}`} serverId={serverId} channelId={channelId} />
        )}
      </Card>
    </Page>
  );
}

function Digest() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const options = useAuthOptions();
  const act = useAct();
  const preferences = useAnswer(() => client.api.mailPreferences.get.query());
  const delays = [
    { value: '15m', label: s.after15m },
    { value: '1h', label: s.after1h },
    { value: '24h', label: s.after24h },
    { value: 'off', label: s.never },
  ] as const;
  const digest = preferences.value?.digest;
  // There is nothing to choose.
  if (options?.sendsMail === false) return <Card title={s.digest} hint={s.noMail} />;
  return (
    <Card>
      <Row label={s.digest} hint={s.digestHint}>
        {(named) => (
          <Select
            {...named}
            value={digest ?? ''}
            disabled={digest === undefined}
            isBusy={act.isBusy}
            options={delays}
            onChoose={(value) => {
              const delay = delays.find((each) => each.value === value)?.value;
              if (delay === undefined) return;
              preferences.change((old) => ({ ...old, digest: delay }));
              void act.run(() => client.api.mailPreferences.set.mutate({ digest: delay }));
            }}
          />
        )}
      </Row>
      <Outcome act={act} />
    </Card>
  );
}

interface PickProps {
  readonly channelId: string;
  readonly onChoose: (channelId: string) => void;
}

function ChannelSelect({ serverId, channelId, onChoose }: PickProps & { readonly serverId: string }) {
  const s = useSettingsTexts();
  useWatched(resources.channelsOf(serverId));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  return (
    <SelectField
      label={s.place}
      value={channelId}
      onChoose={onChoose}
      options={[{ value: WHOLE, label: s.wholeServer }, ...channels.map(optionOf)]}
    />
  );
}

function DmSelect({ channelId, onChoose }: PickProps) {
  const s = useSettingsTexts();
  const { value: dms } = useResource(resources.dms);
  return (
    <SelectField
      label={s.place}
      value={channelId}
      onChoose={onChoose}
      options={[{ value: WHOLE, label: s.chooseConversation }, ...(dms?.items ?? []).map(optionOf)]}
    />
  );
}

function optionOf({ id, displayName, isDm }: Channel | AnyChannel) {
  return { value: id, label: isDm ? displayName : `# ${displayName}` };
}

/** The preference of a server, a channel or the whole account. */
function Place({ serverId, channelId }: PlaceProps) {
  const isChannel = channelId !== WHOLE;
  const { value: preference } = useResource(preferenceOf({ serverId, channelId }));
  if (preference === null) return null;
  return (
    <>
      <PreferenceForm
        key={preference.updatedAt}
        preference={preference}
        serverId={serverId}
        channelId={channelId}
      />
      {serverId !== EVERYWHERE && (
        <Explanation
          asOf={preference.updatedAt}
          serverId={serverId}
          channelId={isChannel ? channelId : null}
        />
      )}
    </>
  );
}

function preferenceOf({ serverId, channelId }: PlaceProps) {
  if (serverId === EVERYWHERE) return resources.preferenceOfAccount;
  return channelId === WHOLE
    ? resources.preferenceOfServer(serverId)
    : resources.preferenceOfChannel(channelId);
}
