import type { Server } from '@palaver/client';
import { useStore } from '@palaver/react';
import { Row, Select } from '../shared/fields.js';
import { Card } from '../shared/parts.js';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useServerTexts } from './texts.js';

const SETTINGS = {
  moderators: 'readByModerators',
  everyone: 'readByEveryone',
  nobody: 'readByNobody',
} as const satisfies Record<Server['editHistory'], string>;

const isSetting = (value: string): value is Server['editHistory'] => Object.hasOwn(SETTINGS, value);

/** Who reads the earlier texts of edited messages. Admins change it. */
export function EditHistoryCard({
  server,
  mayChange,
}: {
  readonly server: Server;
  readonly mayChange: boolean;
}) {
  const s = useServerTexts();
  const { client } = useStore();
  const act = useAct();
  const { id: serverId, editHistory } = server;
  const set = (value: string) =>
    act.run(async () => {
      if (isSetting(value)) await client.api.servers.update.mutate({ serverId, editHistory: value });
    });
  return (
    <Card title={s.editedMessages}>
      <Row label={s.whoReadsEarlier} hint={mayChange ? s.earlierHint : s.onlyAdmins}>
        {(named) => (
          <Select
            {...named}
            value={editHistory}
            disabled={!mayChange}
            isBusy={act.isBusy}
            onChoose={set}
            options={Object.entries(SETTINGS).map(([value, label]) => ({ value, label: s[label] }))}
          />
        )}
      </Row>
      <Outcome act={act} />
    </Card>
  );
}
