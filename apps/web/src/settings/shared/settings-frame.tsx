import button from '@palaver/elements/ui/button.module.css';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../../i18n/i18n.js';
import { setPageTitle } from '../../live/page-title.js';
import { lastPlace } from './last-place.js';
import { ProofProvider } from './proof.js';
import styles from './settings-frame.module.css';
import { useSettingsTexts } from './texts.js';

export interface SettingsSection {
  /** The part of the address after that of the settings. */
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly page: ReactNode;
  /** A title above it and those that follow. */
  readonly group?: string;
}

interface SettingsFrameProps {
  readonly title: string;
  /** The address of the settings. */
  readonly base: string;
  readonly sections: readonly SettingsSection[];
  /** Below the list of sections. */
  readonly foot?: ReactNode;
}

/** Settings on pages of their own, with a list of them; on a phone first the list, then the page. */
export function SettingsFrame({ title, base, sections, foot }: SettingsFrameProps) {
  const t = useTexts();
  const s = useSettingsTexts();
  const [path] = useLocation();
  const id = path.slice(base.length + 1).split('/')[0] ?? '';
  const current = sections.find((section) => section.id === id);
  const shown = current ?? sections[0];
  useCloseByEscape();
  useTitle(shown ? `${shown.label} – ${title}` : title);
  return (
    <ProofProvider>
      <div className={styles.frame} data-list={current === undefined || undefined}>
        <nav className={styles.nav} aria-label={title}>
          <header className={styles.head}>
            <h2 dir="auto">{title}</h2>
            <Link href={lastPlace()} className={button.icon} aria-label={t.close} title={`${t.close} (Esc)`}>
              <X aria-hidden="true" />
            </Link>
          </header>
          <ul className={styles.list}>
            {sections.map((section) => (
              <li key={section.id}>
                {section.group !== undefined && <div className={styles.group}>{section.group}</div>}
                <Link
                  href={`${base}/${section.id}`}
                  className={styles.link}
                  aria-current={section === shown ? 'page' : undefined}
                >
                  {section.icon}
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
          {foot}
        </nav>
        <main className={styles.main} key={shown?.id}>
          <Link href={base} className={`${button.icon} ${styles.back}`} aria-label={s.back} title={s.back}>
            <ArrowLeft aria-hidden="true" />
          </Link>
          <Suspense fallback={<p className={styles.loading}>{t.loading}</p>}>{shown?.page}</Suspense>
        </main>
      </div>
    </ProofProvider>
  );
}

/** Escape leads back to the chat, unless something that lies over the page takes it. */
function useCloseByEscape(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"],[role="menu"],[role="listbox"],dialog[open]')) return;
      if (document.activeElement?.closest('[data-keeps-escape]')) return;
      navigate(lastPlace());
    };
    // Before a dialog hears it and is gone.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [navigate]);
}

function useTitle(title: string): void {
  useEffect(() => {
    const before = setPageTitle(title);
    return () => void setPageTitle(before);
  }, [title]);
}
