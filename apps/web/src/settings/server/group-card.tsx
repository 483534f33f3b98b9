import { useDroppable } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ChannelGroup } from '@palaver/client';
import { IconButton } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import styles from './channels-page.module.css';
import { dragIdOf } from './drag-ids.js';
import { StepButtons } from './step-buttons.js';
import { useServerTexts } from './texts.js';

/** The channels in no group. */
export function LooseChannels({ children }: { readonly children: ReactNode }) {
  const s = useServerTexts();
  const { setNodeRef } = useDroppable({ id: dragIdOf(null) });
  return (
    <section ref={setNodeRef} className={styles.group} aria-label={s.noGroup}>
      <header className={styles.groupHead}>
        <h2>{s.noGroup}</h2>
      </header>
      {children}
    </section>
  );
}

/** A group with its channels, which can be dragged, renamed and deleted. */
export function GroupCard({
  group,
  isBusy,
  stepOf,
  children,
}: {
  readonly group: ChannelGroup;
  /** Whether an order is being written. */
  readonly isBusy: boolean;
  /** Moves it one place up or down; undefined where there is none. */
  readonly stepOf: (step: -1 | 1) => (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const sortable = useSortable({ id: dragIdOf(group.id) });
  const { name, serverId, id: groupId } = group;

  async function change(form: FormData) {
    if (open === 'delete') await client.api.groups.delete.mutate({ serverId, groupId });
    else {
      const to = String(form.get('name') ?? '').trim();
      await client.api.groups.update.mutate({ serverId, groupId, name: to });
    }
  }

  return (
    <section
      ref={sortable.setNodeRef}
      className={styles.group}
      aria-label={name}
      data-dragging={sortable.isDragging || undefined}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
    >
      <header className={styles.groupHead}>
        <IconButton
          label={s.move(name)}
          className={styles.handle}
          {...sortable.attributes}
          {...sortable.listeners}
        >
          <GripVertical aria-hidden="true" />
        </IconButton>
        <h2 dir="auto">{name}</h2>
        <StepButtons name={name} onUp={stepOf(-1)} onDown={stepOf(1)} isBusy={isBusy} />
        <IconButton label={s.renameGroup(name)} onClick={() => setOpen('rename')}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label={t.remove(name)} onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </header>
      {children}
      {open !== null && (
        <FormDialog
          title={open === 'delete' ? s.deleteGroup(name) : s.renameGroup(name)}
          action={open === 'delete' ? t.delete : t.save}
          look={open === 'delete' ? 'danger' : 'primary'}
          isOpen
          onClose={() => setOpen(null)}
          onSubmit={change}
        >
          {open === 'delete' ? (
            <p>{s.deleteGroupText}</p>
          ) : (
            <Field label={s.groupName} name="name" defaultValue={name} required maxLength={64} />
          )}
        </FormDialog>
      )}
    </section>
  );
}

/** Asks for the name of a group and creates it. */
export function NewGroupDialog({
  serverId,
  onClose,
}: {
  readonly serverId: string;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  return (
    <FormDialog
      title={s.newGroup}
      action={t.create}
      isOpen
      onClose={onClose}
      onSubmit={(form) =>
        client.api.groups.create.mutate({ serverId, name: String(form.get('name') ?? '').trim() })
      }
    >
      <Field label={s.groupName} name="name" required maxLength={64} autoComplete="off" />
    </FormDialog>
  );
}
