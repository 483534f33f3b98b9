import type { NotificationPreference } from '@palaver/client';
import { Field } from '@palaver/elements/ui/field.js';
import { useStore } from '@palaver/react';
import { useId } from 'react';
import { isForEver } from '../../chat/muting.js';
import { useTexts } from '../../i18n/i18n.js';
import { SelectField, TextArea } from '../shared/fields.js';
import parts from '../shared/parts.module.css';
import { SettingsForm } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import { useTimes } from '../shared/use-times.js';
import { keywordsIn, preferenceIn } from './preference-in.js';
import { DMS, EVERYWHERE, type PlaceProps, WHOLE } from './preference-place.js';
import { QuietDays } from './quiet-days.js';
import { isPast, SPANS } from './spans.js';
import { zoneOptions } from './zone-options.js';

/** What a person sets for a place, or for everywhere. */
export function PreferenceForm({
  preference,
  serverId,
  channelId,
}: PlaceProps & { readonly preference: NotificationPreference }) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { client } = useStore();
  const act = useAct();
  const hintId = useId();
  const { moment } = useTimes();
  const { level, mutedUntil, quietStart, quietEnd, quietDays, timezone, keywords } = preference;
  const isEverywhere = serverId === EVERYWHERE;
  const isMuted = mutedUntil !== null && !isPast(mutedUntil);

  function save(form: FormData) {
    const changes = preferenceIn(form);
    const { setForAccount, setForChannelById, setForServer } = client.api.notificationPreferences;
    if (isEverywhere) return setForAccount.mutate({ ...changes, keywords: keywordsIn(form) });
    return channelId === WHOLE
      ? setForServer.mutate({ serverId, ...changes })
      : setForChannelById.mutate({ channelId, ...changes });
  }

  const spanNames = {
    'half-hour': s.halfHour,
    hour: s.oneHour,
    'four-hours': s.fourHours,
    today: s.untilTomorrow,
    week: s.oneWeek,
  };
  const unsetInServer = channelId === WHOLE ? s.levelOfAccount : s.levelOfServer;
  const unset = isEverywhere || serverId === DMS ? s.levelDefault : unsetInServer;
  const until = mutedUntil && (isForEver(mutedUntil) ? s.untilTurnedOn : moment(mutedUntil));
  return (
    <SettingsForm act={act} action={t.save} onSubmit={save}>
      <div className={parts.pair}>
        <SelectField
          label={s.level}
          name="level"
          defaultValue={level ?? ''}
          options={[
            { value: '', label: unset },
            { value: 'all', label: s.levelAll },
            { value: 'mentions', label: s.levelMentions },
            { value: 'nothing', label: s.levelNothing },
          ]}
        />
        <SelectField
          label={s.mute}
          name="muted"
          defaultValue={isMuted ? 'keep' : ''}
          options={[
            ...(isMuted ? [{ value: 'keep', label: s.mutedUntil(until ?? '') }] : []),
            { value: '', label: s.notMuted },
            ...SPANS.map((span) => ({ value: span, label: spanNames[span] })),
            { value: 'for-ever', label: s.untilTurnedOn },
          ]}
        />
      </div>
      <div className={parts.pair}>
        <Field label={s.quietStart} type="time" name="quietStart" defaultValue={quietStart ?? ''} />
        <Field label={s.quietEnd} type="time" name="quietEnd" defaultValue={quietEnd ?? ''} />
        <SelectField
          label={s.timezone}
          name="timezone"
          defaultValue={timezone ?? ''}
          options={[{ value: '', label: s.zoneOfAccount }, ...zoneOptions(timezone)]}
        />
      </div>
      <QuietDays defaultValue={quietDays ?? []} />
      {isEverywhere && (
        <>
          <TextArea
            label={s.keywords}
            name="keywords"
            rows={4}
            defaultValue={keywords?.join('\n')}
            aria-describedby={hintId}
          />
          <small id={hintId} className={parts.hint}>
            {s.keywordsHint}
          </small>
        </>
      )}
    </SettingsForm>
  );
}
