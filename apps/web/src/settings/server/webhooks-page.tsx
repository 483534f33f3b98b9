import { useState } from 'react';
import { Page } from '../shared/parts.js';
import { type Secret, SecretDialog } from '../shared/secret-dialog.js';
import { IncomingWebhooks } from './incoming-webhooks.js';
import { OutgoingWebhooks } from './outgoing-webhooks.js';
import { useServerTexts } from './texts.js';

/** What other programs post to the channels by, and where events are sent to. */
export default function WebhooksPage({ serverId }: { readonly serverId: string }) {
  const s = useServerTexts();
  const [secret, setSecret] = useState<Secret | null>(null);
  return (
    <Page title={s.webhooks} intro={s.webhooksIntro}>
      <IncomingWebhooks serverId={serverId} onSecret={setSecret} />
      <OutgoingWebhooks serverId={serverId} onSecret={setSecret} />
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}
