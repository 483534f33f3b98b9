import type { ExposedSecret, RotatedSecret } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { usePages } from '@palaver/elements/ui/use-pages.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { Card, Copyable, Item, List } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Outcome } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { useServerTexts } from './texts.js';

interface Props {
  readonly serverId: string;
  /** The lists of webhooks say something else now. */
  readonly onChange: () => void;
}

/** The service takes at most this many webhooks in one call. */
const AT_ONCE = 50;

/** The webhooks whose secret somebody knows who may not manage them any more. It is not shown where there are none. */
export function ExposedSecrets({ serverId, onChange }: Props) {
  const s = useServerTexts();
  const { exposedSecrets } = useStore().client.api;
  const act = useAct();
  const [rotated, setRotated] = useState<readonly RotatedSecret[]>([]);
  const exposed = usePages(
    (page) => exposedSecrets.list.query({ serverId, ...page }),
    ({ webhookId }) => webhookId,
  );
  const rotate = (some: readonly ExposedSecret[]) =>
    act.run(async () => {
      setRotated(await exposedSecrets.rotate.mutate({ serverId, webhookIds: idsOf(some) }));
      await exposed.reload();
      onChange();
    });
  const disable = (some: readonly ExposedSecret[]) =>
    act.run(async () => {
      await exposedSecrets.disable.mutate({ serverId, webhookIds: idsOf(some) });
      await exposed.reload();
      onChange();
    });
  const items = exposed.items ?? [];
  const rotatable = items.filter(({ mayRotate }) => mayRotate).slice(0, AT_ONCE);
  const running = items.filter(({ isStopped }) => !isStopped).slice(0, AT_ONCE);
  const shown = rotated.length > 0 && <Rotated secrets={rotated} onClose={() => setRotated([])} />;
  if (exposed.error === null && items.length === 0) return shown;
  return (
    <Card title={s.exposed} hint={s.exposedHint}>
      {shown}
      {exposed.error !== null && <p role="alert">{exposed.error}</p>}
      <List label={s.exposed}>
        {items.map((secret) => (
          <Each
            key={secret.webhookId}
            secret={secret}
            isBusy={act.isBusy}
            rotate={rotate}
            disable={disable}
          />
        ))}
      </List>
      {exposed.more}
      <Outcome act={act} />
      <div className={parts.buttons}>
        <Button disabled={act.isBusy || rotatable.length === 0} onClick={() => rotate(rotatable)}>
          {s.newSecrets}
        </Button>
        <Button look="plain" disabled={act.isBusy || running.length === 0} onClick={() => disable(running)}>
          {s.disableAll}
        </Button>
      </div>
    </Card>
  );
}

/** Shows new secrets, each to be copied. */
function Rotated({
  secrets,
  onClose,
}: {
  readonly secrets: readonly RotatedSecret[];
  readonly onClose: () => void;
}) {
  const s = useServerTexts();
  return (
    <Dialog title={s.newSecretsTitle} isOpen onClose={onClose}>
      <div className={dialog.form}>
        <p>{s.newSecretsHint}</p>
        {secrets.map(({ webhookId, kind, name, secret }) => {
          const label = kind === 'incoming' ? s.urlOfWebhook(name) : s.secretOfWebhook(name);
          return (
            <section key={webhookId} aria-label={label}>
              <h3 dir="auto">{label}</h3>
              <Copyable label={label} text={secret} />
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

interface EachProps {
  readonly secret: ExposedSecret;
  readonly isBusy: boolean;
  readonly rotate: (some: readonly ExposedSecret[]) => void;
  readonly disable: (some: readonly ExposedSecret[]) => void;
}

function Each({ secret, isBusy, rotate, disable }: EachProps) {
  const s = useServerTexts();
  const { name, user, reason, isStopped, mayRotate } = secret;
  const detail = [reason !== null && s[`exposed.${reason}`](user.displayName), isStopped && s.webhookStopped];
  return (
    <Item name={name ?? s.hiddenWebhook} detail={detail.filter(Boolean).join(' · ')}>
      {mayRotate && (
        <Button look="plain" disabled={isBusy} onClick={() => rotate([secret])}>
          {secret.kind === 'incoming' ? s.newUrl : s.newSecret}
        </Button>
      )}
      {!isStopped && (
        <Button look="plain" disabled={isBusy} onClick={() => disable([secret])}>
          {s.disable}
        </Button>
      )}
    </Item>
  );
}

const idsOf = (some: readonly ExposedSecret[]) => some.map(({ webhookId }) => webhookId);
