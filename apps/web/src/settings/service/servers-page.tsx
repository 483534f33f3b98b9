import type { AdminServer } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { HoldDialog } from './hold-dialog.js';
import { useAdminTexts } from './texts.js';

/** All servers of the service. */
export default function ServersPage() {
  const t = useTexts();
  const s = useAdminTexts();
  const { client } = useStore();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<AdminServer | null>(null);
  const [held, setHeld] = useState<AdminServer | null>(null);
  const query = words.trim();
  const servers = usePages(
    (page) => client.api.admin.servers.query({ ...page, ...(query === '' ? {} : { query }) }),
    ({ id }) => id,
    query,
  );
  return (
    <Page title={s.servers}>
      <Card>
        <Field
          label={s.findServer}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          data-keeps-escape
        />
        {servers.error !== null && <p role="alert">{servers.error}</p>}
        {servers.items?.length === 0 && <Empty>{s.noServers}</Empty>}
        <List label={s.servers}>
          {servers.items?.map((server) => (
            <Item
              key={server.id}
              name={server.name}
              detail={s.serverDetail(server.ownerUsername, server.memberCount, server.channelCount)}
            >
              <Button look="plain" onClick={() => setHeld(server)}>
                {s.holdServer}
              </Button>
              <Button look="plain" onClick={() => setChosen(server)}>
                {t.delete}
              </Button>
            </Item>
          ))}
        </List>
        {servers.more}
      </Card>
      {held && <HoldDialog server={held} onClose={() => setHeld(null)} />}
      {chosen && (
        <FormDialog
          title={s.deleteServer(chosen.name)}
          action={t.delete}
          look="danger"
          isOpen
          onClose={() => setChosen(null)}
          onSubmit={async () => {
            await client.api.admin.deleteServer.mutate({ serverId: chosen.id });
            await servers.reload();
          }}
        >
          <p>{s.deleteServerText}</p>
        </FormDialog>
      )}
    </Page>
  );
}
