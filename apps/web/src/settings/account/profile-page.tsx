import type { Me, PalaverInputs } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { useResource, useStore } from '@palaver/react';
import { useTexts } from '../../i18n/i18n.js';
import { useAuthOptions } from '../../session/auth-options.js';
import { Row, Select, SelectField } from '../shared/fields.js';
import { Card, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Portrait } from '../shared/portrait.js';
import { Outcome, SettingsForm } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';
import styles from './account-settings.module.css';
import { namesIn } from './names-in.js';
import { endOf, isPast, SPANS, type Span } from './spans.js';
import { zoneOptions } from './zone-options.js';

type Changes = PalaverInputs['users']['updateMe'];

/** Who the person is to others. */
export default function ProfilePage() {
  const s = useSettingsTexts();
  const { client } = useStore();
  const { value: me } = useResource(resources.me);
  if (me === null) return null;
  return (
    <Page title={s.profile} intro={s.profileIntro}>
      <Portrait
        of={me}
        upload={(picture) => client.api.users.setAvatar.mutate(picture)}
        remove={() => client.api.users.removeAvatar.mutate()}
      />
      <StatusCard me={me} />
      <NamesCard me={me} />
      <DisturbCard me={me} />
    </Page>
  );
}

function useUpdate() {
  const { client } = useStore();
  return (changes: Changes) => client.api.users.updateMe.mutate(changes);
}

function StatusCard({ me }: { readonly me: Me }) {
  const s = useSettingsTexts();
  const update = useUpdate();
  const act = useAct();
  const spans = useSpanOptions();
  const save = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim();
    return update({
      status: text('status'),
      statusEmoji: text('emoji') || null,
      statusExpiresAt: endOf(text('span')),
    });
  };
  return (
    <Card
      title={s.status}
      hint={me.statusExpiresAt === null ? s.statusHint : s.endsAt(shown(me.statusExpiresAt))}
    >
      <SettingsForm key={`${me.status}${me.statusEmoji}`} act={act} action={s.setStatus} onSubmit={save}>
        <div className={styles.status}>
          <Field
            label={s.emoji}
            name="emoji"
            defaultValue={me.statusEmoji ?? ''}
            maxLength={32}
            placeholder="🌴"
          />
          <Field
            label={s.status}
            name="status"
            defaultValue={me.status}
            maxLength={128}
            placeholder={s.statusExample}
          />
        </div>
        <SelectField label={s.clearAfter} name="span" options={[{ value: '', label: s.never }, ...spans]} />
      </SettingsForm>
    </Card>
  );
}

function NamesCard({ me }: { readonly me: Me }) {
  const t = useTexts();
  const s = useSettingsTexts();
  const update = useUpdate();
  const act = useAct();
  const mail = useAct();
  const options = useAuthOptions();
  const { client } = useStore();
  const save = (form: FormData) => update(namesIn(form, me));
  return (
    <Card title={s.aboutYou}>
      <SettingsForm act={act} action={t.save} onSubmit={save}>
        <div className={parts.pair}>
          <Field
            label={t.displayName}
            name="displayName"
            defaultValue={me.displayName}
            required
            maxLength={64}
            autoComplete="name"
          />
          <Field
            label={t.username}
            name="username"
            defaultValue={me.username}
            required
            maxLength={32}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Field label={s.email} name="email" type="email" defaultValue={me.email ?? ''} autoComplete="email" />
        <SelectField
          label={s.timezone}
          name="timezone"
          defaultValue={me.timezone ?? ''}
          options={[{ value: '', label: s.noTimezone }, ...zoneOptions(me.timezone)]}
        />
      </SettingsForm>
      {me.pendingEmail !== null && <p role="status">{s.pendingEmail(me.pendingEmail)}</p>}
      {(me.pendingEmail ?? me.email) !== null && options?.sendsMail && (
        <div className={parts.buttons}>
          <Button
            look="plain"
            disabled={mail.isBusy}
            onClick={() => mail.run(() => client.api.mail.requestVerification.mutate())}
          >
            {s.verifyEmail}
          </Button>
          <Outcome act={mail} done={s.mailSent} />
        </div>
      )}
    </Card>
  );
}

function DisturbCard({ me }: { readonly me: Me }) {
  const s = useSettingsTexts();
  const update = useUpdate();
  const act = useAct();
  const spans = useSpanOptions();
  const isOn = me.dndUntil !== null && !isPast(me.dndUntil);
  return (
    <Card>
      <Row
        label={s.doNotDisturb}
        hint={isOn && me.dndUntil ? s.quietUntil(shown(me.dndUntil)) : s.doNotDisturbHint}
      >
        {(named) => (
          <Select
            {...named}
            value={isOn ? 'on' : ''}
            isBusy={act.isBusy}
            onChoose={(span) => act.run(() => update({ dndUntil: endOf(span) }))}
            options={[{ value: '', label: s.off }, ...(isOn ? [{ value: 'on', label: s.on }] : []), ...spans]}
          />
        )}
      </Row>
      <Outcome act={act} />
    </Card>
  );
}

function useSpanOptions() {
  const s = useSettingsTexts();
  const names: Record<Span, string> = {
    'half-hour': s.halfHour,
    hour: s.oneHour,
    'four-hours': s.fourHours,
    today: s.untilTomorrow,
    week: s.oneWeek,
  };
  return SPANS.map((value) => ({ value, label: names[value] }));
}

function shown(instant: string): string {
  return new Date(instant).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
