import type { BotEndpoint, BotEndpointWithSecret, User } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useTexts } from '../../i18n/i18n.js';
import parts from '../shared/parts.module.css';
import type { Secret } from '../shared/secret-dialog.js';
import { Outcome } from '../shared/settings-form.js';
import { useSettingsTexts } from '../shared/texts.js';
import { useAct } from '../shared/use-act.js';

interface EndpointDialogProps {
  readonly bot: User;
  readonly onClose: () => void;
  readonly onSecret: (secret: Secret) => void;
}

/** Where a bot is called with what it is asked; an empty address ends that. */
export function EndpointDialog({ bot, onClose, onSecret }: EndpointDialogProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const { interactions } = useStore().client.api;
  const act = useAct();
  const botId = bot.id;
  const { value: endpoint, error } = useAnswer(() => interactions.endpoint.query({ botId }), botId);

  function show({ secret }: BotEndpointWithSecret) {
    if (secret === null) return;
    onSecret({ title: s.endpointSecretOf(bot.displayName), hint: s.endpointSecretHint, text: secret });
  }

  async function submit(form: FormData) {
    const url = String(form.get('url') ?? '').trim();
    if (url === '') await interactions.removeEndpoint.mutate({ botId });
    else show(await interactions.setEndpoint.mutate({ botId, url }));
  }

  const rotate = () =>
    act.run(async () => {
      show(await interactions.rotateEndpointSecret.mutate({ botId }));
      onClose();
    });

  return (
    <FormDialog
      title={s.endpointOf(bot.displayName)}
      action={t.save}
      isOpen
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{s.endpointHint}</p>
      {error !== null && <p role="alert">{error}</p>}
      {endpoint !== null && (
        <>
          <Field
            label={s.endpointAddress}
            name="url"
            type="url"
            dir="ltr"
            maxLength={2000}
            autoComplete="off"
            defaultValue={endpoint.url ?? ''}
            placeholder="https://bot.example.com/interactions"
          />
          {endpoint.url !== null && (
            <>
              <p className={parts.hint}>
                <State endpoint={endpoint} />
              </p>
              <div className={parts.buttons}>
                <Button look="plain" disabled={act.isBusy} onClick={rotate}>
                  {s.endpointSecret}
                </Button>
              </div>
              <Outcome act={act} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

function State({ endpoint }: { readonly endpoint: BotEndpoint }) {
  const s = useSettingsTexts();
  const { failingSince, failedAt, status, error } = endpoint;
  if (failedAt === null || error === null) return s.endpointWorks;
  const reasons = {
    status: s.endpointStatus(String(status)),
    timeout: s.endpointTimeout,
    connection: s.endpointConnection,
    address: s.endpointPrivate,
    answer: s.endpointAnswer,
    refused: s.endpointRefused,
  };
  return failingSince === null
    ? s.endpointFailed(new Date(failedAt).toLocaleString(), reasons[error])
    : s.endpointUntaken(new Date(failingSince).toLocaleString(), reasons[error]);
}
