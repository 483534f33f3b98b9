import { useState } from 'react';
import { Page } from '../shared/parts.js';
import { type Secret, SecretDialog } from '../shared/secret-dialog.js';
import { ExposedSecrets } from './exposed-secrets.js';
import { IncomingWebhooks } from './incoming-webhooks.js';
import { OutgoingWebhooks } from './outgoing-webhooks.js';
import { useServerTexts } from './texts.js';

/** What other programs post to the channels by, and where events are sent to. */
export default function WebhooksPage({ serverId }: { readonly serverId: string }) {
  const s = useServerTexts();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [changes, setChanges] = useState(0);
  return (
    <Page title={s.webhooks} intro={s.webhooksIntro}>
      <ExposedSecrets serverId={serverId} onChange={() => setChanges((count) => count + 1)} />
      <IncomingWebhooks key={`incoming ${changes}`} serverId={serverId} onSecret={setSecret} />
      <OutgoingWebhooks key={`outgoing ${changes}`} serverId={serverId} onSecret={setSecret} />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}
