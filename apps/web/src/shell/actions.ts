import type { Catalogue } from '../i18n/en.js';
import type { OpenedDialog } from '../ui/opened-dialog.js';

/** Something that the switcher does instead of going to a channel. */
export interface Action {
  readonly id: string;
  readonly name: string;
  readonly does: { readonly href: string } | { readonly dialog: OpenedDialog };
}

/** The actions that there are; those of a server only where one is open. */
export function actionsFor(serverId: string | null, t: Catalogue): readonly Action[] {
  const to = (id: string, name: string, href: string): Action => ({ id, name, does: { href } });
  const asks = (name: string, dialog: OpenedDialog): Action => ({ id: dialog.kind, name, does: { dialog } });
  const ofServer: readonly Action[] =
    serverId === null
      ? []
      : [
          asks(t.browseChannels, { kind: 'browse-channels', serverId }),
          asks(t.createChannel, { kind: 'create-channel', serverId }),
          asks(t.invitePeople, { kind: 'invite', serverId }),
          to('server-settings', t.serverSettings, `/servers/${serverId}/settings`),
        ];
  return [
    asks(t.newDm, { kind: 'new-dm' }),
    ...ofServer,
    to('inbox', t.inbox, '/inbox'),
    to('threads', t.threads, '/threads'),
    to('saved', t.savedMessages, '/saved'),
    to('later', t.draftsAndScheduled, '/later'),
    asks(t.createServer, { kind: 'add-server' }),
    asks(t.shortcuts, { kind: 'shortcuts' }),
    to('settings', t.settings, '/settings/profile'),
  ];
}
