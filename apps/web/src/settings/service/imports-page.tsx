import type { ServerImport } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useTimes } from '../shared/use-times.js';
import { ImportCard } from './import-card.js';
import { NewImport } from './new-import.js';
import { useAdminTexts } from './texts.js';
import { isGoing } from './use-import.js';

/** Moving in: archives are checked and imported here. What goes on is shown again after a reload, as the service knows of it. */
export default function ImportsPage() {
  const s = useAdminTexts();
  const { client } = useStore();
  const [chosen, setChosen] = useState<string | null>(null);
  const imports = usePages(
    (page) => client.api.admin.imports.query(page),
    ({ id }) => id,
  );
  const shown = chosen ?? imports.items?.find(isGoing)?.id ?? null;
  return (
    <Page title={s.imports} intro={s.importsIntro}>
      <NewImport onBegun={setChosen} />
      {shown !== null && <ImportCard key={shown} importId={shown} onEnd={() => void imports.reload()} />}
      <Card title={s.earlierImports}>
        {imports.error !== null && <p role="alert">{imports.error}</p>}
        {imports.items?.length === 0 && <Empty>{s.noImports}</Empty>}
        <List label={s.earlierImports}>
          {imports.items?.map((one) => (
            <ImportItem key={one.id} one={one} onShow={() => setChosen(one.id)} />
          ))}
        </List>
        {imports.more}
      </Card>
    </Page>
  );
}

function ImportItem({ one, onShow }: { readonly one: ServerImport; readonly onShow: () => void }) {
  const s = useAdminTexts();
  const { moment } = useTimes();
  const state = s.importStates(one.checkOnly && one.state === 'done' ? 'checked' : one.state);
  return (
    <Item
      name={one.serverName ?? s.archive}
      detail={`${moment(one.createdAt)} · @${one.createdBy} · ${state}`}
    >
      <Button look="plain" onClick={onShow}>
        {s.showImport}
      </Button>
    </Item>
  );
}
