import type { ServerEmoji } from '@palaver/client';
import { Button } from '@palaver/elements/ui/button.js';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useAnswer } from '@palaver/elements/ui/use-answer.js';
import { useStore } from '@palaver/react';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { Card, Empty, Item, List, Page } from '../shared/parts.js';
import { useServerTexts } from './texts.js';
import { uploadImage } from './upload-image.js';

/** The emoji of the server's own. */
export default function EmojiPage({ serverId }: { readonly serverId: string }) {
  const t = useTexts();
  const s = useServerTexts();
  const { client } = useStore();
  const emoji = useAnswer(() => client.api.emoji.list.query({ serverId }));
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<{
    readonly act: 'rename' | 'delete';
    readonly emoji: ServerEmoji;
  } | null>(null);

  async function add(form: FormData) {
    const file = form.get('file');
    if (!(file instanceof File)) return false;
    const path = `${serverId}/emoji?name=${encodeURIComponent(nameIn(form))}`;
    await uploadImage({ method: 'POST', path, file });
    await emoji.reload();
    return true;
  }

  async function change(form: FormData) {
    if (chosen === null) return;
    const which = { serverId, emojiId: chosen.emoji.id };
    if (chosen.act === 'delete') await client.api.emoji.delete.mutate(which);
    else await client.api.emoji.update.mutate({ ...which, name: nameIn(form) });
    await emoji.reload();
  }

  return (
    <Page
      title={s.emoji}
      intro={s.emojiIntro}
      action={<Button onClick={() => setAdding(true)}>{s.addEmoji}</Button>}
    >
      <Card>
        {emoji.error !== null && <p role="alert">{emoji.error}</p>}
        {emoji.value?.length === 0 && <Empty>{s.noEmoji}</Empty>}
        <List label={s.emoji}>
          {emoji.value?.map((each) => (
            <Item
              key={each.id}
              picture={<img src={each.imagePath} alt="" width="32" height="32" />}
              name={`:${each.name}:`}
            >
              <Button look="plain" onClick={() => setChosen({ act: 'rename', emoji: each })}>
                {t.edit}
              </Button>
              <Button look="plain" onClick={() => setChosen({ act: 'delete', emoji: each })}>
                {t.delete}
              </Button>
            </Item>
          ))}
        </List>
      </Card>
      {isAdding && (
        <FormDialog
          title={s.addEmoji}
          action={s.addEmoji}
          isOpen
          onClose={() => setAdding(false)}
          onSubmit={add}
        >
          <Field label={s.image} name="file" type="file" accept="image/*" required />
          <Field label={s.emojiName} name="name" required maxLength={32} autoComplete="off" />
        </FormDialog>
      )}
      {chosen && (
        <FormDialog
          title={chosen.act === 'delete' ? s.deleteEmoji(`:${chosen.emoji.name}:`) : t.edit}
          action={chosen.act === 'delete' ? t.delete : t.save}
          look={chosen.act === 'delete' ? 'danger' : 'primary'}
          isOpen
          onClose={() => setChosen(null)}
          onSubmit={change}
        >
          {chosen.act === 'delete' ? (
            <p>{s.deleteEmojiText}</p>
          ) : (
            <Field
              label={s.emojiName}
              name="name"
              defaultValue={chosen.emoji.name}
              required
              maxLength={32}
              autoComplete="off"
            />
          )}
        </FormDialog>
      )}
    </Page>
  );
}

function nameIn(form: FormData): string {
  return String(form.get('name') ?? '')
    .trim()
    .replaceAll(':', '');
}
