import type { Server } from '@palaver/client';
import { useStore } from '@palaver/react';
import { Row, Select } from '../shared/fields.js';
import { Card } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { choicesOf } from './choices-of.js';
import { useServerTexts } from './texts.js';

const DAYS = [7, 30, 90, 180, 365, 730];

/** The choices of days after which messages are deleted, with the one that is set by the API. */
export function useRetentionChoices(current: number | null) {
  const s = useServerTexts();
  return choicesOf(DAYS, current, s.days);
}

/** For how long the messages of a server are kept. Its owner changes it. */
export function RetentionCard({ server, isOwner }: { readonly server: Server; readonly isOwner: boolean }) {
  const s = useServerTexts();
  const { client } = useStore();
  const act = useAct();
  const { id: serverId, retentionDays } = server;
  const choices = useRetentionChoices(retentionDays);
  const set = (value: string) =>
    act.run(() =>
      client.api.servers.update.mutate({ serverId, retentionDays: value === '' ? null : Number(value) }),
    );
  return (
    <Card title={s.retention}>
      <Row label={s.keepMessages} hint={isOwner ? s.retentionHint : s.onlyOwner}>
        {(named) => (
          <Select
            {...named}
            value={String(retentionDays ?? '')}
            disabled={!isOwner}
            isBusy={act.isBusy}
            onChoose={set}
            options={[{ value: '', label: s.keepForEver }, ...choices]}
          />
        )}
      </Row>
      <Outcome act={act} />
    </Card>
  );
}
