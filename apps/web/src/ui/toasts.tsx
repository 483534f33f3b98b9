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
  const { toasts, add } = Toast.useToastManager();
  useEffect(() => {
    const show = () => {
      for (const { text, isError } of takeTold()) {
        add({ description: text, type: isError ? 'error' : 'plain', priority: isError ? 'high' : 'low' });
      }
    };
    show();
    return onTold(show);
  }, [add]);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
      <Toast.Content className={styles.content}>
        <Toast.Description className={styles.text} dir="auto" />
        <Toast.Close className={button.icon} aria-label={t.close} title={t.close}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
