import { IconButton } from '@palaver/elements/ui/button.js';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../i18n/i18n.js';
import { setPageTitle } from '../live/page-title.js';
import styles from './home.module.css';

/** What all home pages are given. */
export interface HomePageProps {
  readonly openMenu: () => void;
}

/** The frame of a page that is of no channel. */
export function HomePage({
  title,
  actions,
  openMenu,
  children,
}: HomePageProps & { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode }) {
  const t = useTexts();
  useEffect(() => {
    setPageTitle(`${title} – ${t.appName}`);
  }, [title, t]);
  return (
    <main className={styles.page} data-region>
      <header className={styles.head}>
        <IconButton label={t.openMenu} className={styles.menu} onClick={openMenu}>
          <MenuIcon aria-hidden="true" />
        </IconButton>
        <h1>{title}</h1>
        <div className={styles.actions}>{actions}</div>
      </header>
      <div className={styles.content}>{children}</div>
    </main>
  );
}
