import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import button from './button.module.css';
import type { ToldLines } from './tell.js';
import styles from './toasts.module.css';

/** What is told to the person, for some seconds each. */
export default function Toasts({ lines }: { readonly lines: ToldLines }) {
  const { portals } = useChatHost();
  return (
    <Toast.Provider timeout={6_000}>
      <Toast.Portal container={portals}>
        <Toast.Viewport className={styles.viewport}>
          <ToastList lines={lines} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ lines }: { readonly lines: ToldLines }) {
  const t = useTexts();
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(() => {
    const show = () => {
      for (const { text, isError, onEnd } of lines.take()) {
        const id = add({
          description: text,
          type: isError ? 'error' : 'plain',
          priority: isError ? 'high' : 'low',
          ...(onEnd && {
            onClose: () => onEnd(false),
            actionProps: {
              children: t.undo,
              onClick: () => {
                onEnd(true);
                close(id);
              },
            },
          }),
        });
      }
    };
    show();
    return lines.onTold(show);
  }, [lines, add, close, t]);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
      <Toast.Content className={styles.content}>
        <Toast.Description className={styles.text} dir="auto" />
        <Toast.Action className={`${button.button} ${button.plain}`} />
        <Toast.Close className={button.icon} aria-label={t.close} title={t.close}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
