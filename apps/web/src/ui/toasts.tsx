import { Toast } from '@base-ui/react/toast';
import button from '@palaver/elements/ui/button.module.css';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { onTold, takeTold } from './tell.js';
import styles from './toasts.module.css';

/** What is told to the person, for some seconds each. */
export default function Toasts() {
  return (
    <Toast.Provider timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const t = useTexts();
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(() => {
    const show = () => {
      for (const { text, isError, onEnd } of takeTold()) {
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
    return onTold(show);
  }, [add, close, t]);
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
