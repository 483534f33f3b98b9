import type { ServerMember } from '@palaver/client';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { ButtonLink } from '../../ui/button-link.js';
import { Card } from '../shared/parts.js';
import parts from '../shared/parts.module.css';
import { useServerTexts } from './texts.js';

interface Props {
  readonly serverId: string;
  /** Who is in the server, and as what: what they know is asked for again when that changes. */
  readonly members: readonly ServerMember[];
}

/** Leads to the secrets of webhooks that somebody knows, for admins, where there are any. */
export function ExposedNotice({ serverId, members }: Props) {
  const s = useServerTexts();
  const { exposedSecrets } = useStore().client.api;
  const roles = members.map(({ user, role }) => `${user.id} ${role}`).join();
  const { value } = useAnswer(() => exposedSecrets.list.query({ serverId, limit: 1 }), roles);
  if (value === null || value.length === 0) return null;
  return (
    <Card title={s.exposed} hint={s.exposedHint}>
      <div className={parts.buttons}>
        <ButtonLink href={`/servers/${serverId}/settings/webhooks`}>{s.showExposed}</ButtonLink>
      </div>
    </Card>
  );
}
