import type { Role, Server } from '@palaver/client';
import { isAtLeast } from '@palaver/elements/people/role.js';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../../i18n/i18n.js';
import { Card, Page } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { Portrait } from '../shared/portrait.js';
import { useProof } from '../shared/proof.js';
import { SettingsForm } from '../shared/settings-form.js';
import { useAct } from '../shared/use-act.js';
import { EditHistoryCard } from './edit-history.js';
import { RetentionCard } from './retention.js';
import { useServerTexts } from './texts.js';
import { uploadImage } from './upload-image.js';

interface OverviewPageProps {
  readonly server: Server;
  readonly role: Role;
}

/** The picture and the name of the server, and the ways out of it. */
export default function OverviewPage({ server, role }: OverviewPageProps) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const act = useAct();
  const { id: serverId, name, iconPath, memberCount } = server;
  const mayChange = isAtLeast(role, 'admin');
  const rename = (form: FormData) =>
    client.api.servers.update.mutate({ serverId, name: String(form.get('name') ?? '').trim() });
  return (
    <Page title={s.overview} intro={s.memberCount(memberCount)}>
      {mayChange && (
        <Portrait
          of={{ id: serverId, displayName: name, avatarPath: iconPath }}
          upload={(file) => uploadImage({ method: 'PUT', path: `${serverId}/icon`, file })}
          remove={() => client.api.servers.removeIcon.mutate({ serverId })}
        />
      )}
      <Card {...(mayChange ? {} : { hint: s.onlyAdmins })}>
        {mayChange ? (
          <SettingsForm key={name} act={act} action={t.save} onSubmit={rename}>
            <Field label={s.serverName} name="name" defaultValue={name} required maxLength={100} />
          </SettingsForm>
        ) : (
          <strong dir="auto">{name}</strong>
        )}
      </Card>
      <RetentionCard server={server} isOwner={role === 'owner'} />
      <EditHistoryCard server={server} mayChange={mayChange} />
      <WayOut server={server} isOwner={role === 'owner'} />
    </Page>
  );
}

/** Members leave a server; its owner deletes it. */
function WayOut({ server, isOwner }: { readonly server: Server; readonly isOwner: boolean }) {
  const s = useServerTexts();
  const { client } = useStore();
  const withProof = useProof();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const { id: serverId, name } = server;
  const title = isOwner ? s.deleteServer : s.leave;

  async function goAway(form: FormData) {
    if (isOwner) {
      const isTyped = String(form.get('name') ?? '').trim() === name;
      setWrong(!isTyped);
      // The dialog stays, and says why.
      if (!isTyped) return false;
      await withProof(() => client.api.servers.delete.mutate({ serverId }));
    } else {
      await client.api.servers.leave.mutate({ serverId });
    }
    navigate('/');
    return true;
  }

  return (
    <Card title={title} hint={isOwner ? `${s.deleteText} ${s.ownerStays}` : s.leaveText} isDanger>
      <div className={parts.buttons}>
        <Button look="danger" onClick={() => setAsking(true)}>
          {title}
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={title}
          action={title}
          look="danger"
          isOpen
          onClose={() => setAsking(false)}
          onSubmit={goAway}
        >
          <p>{isOwner ? s.deleteText : s.leaveText}</p>
          {isOwner && <Field label={s.typeName(name)} name="name" required autoComplete="off" />}
          {isWrong && <p role="alert">{s.wrongName}</p>}
        </FormDialog>
      )}
    </Card>
  );
}
