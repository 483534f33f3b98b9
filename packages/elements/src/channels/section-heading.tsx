import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HeadingRow } from './list-row.js';
import styles from './sidebar.module.css';
import { toggleSection } from './sidebar-view.js';

interface SectionHeadingProps {
  readonly row: HeadingRow;
  /** What moves the section. */
  readonly children?: ReactNode;
}

/** The name above the channels of a section. Pressed, it closes the section or opens it. */
export function SectionHeading({ row: { heading, section }, children }: SectionHeadingProps) {
  if (section === undefined)
    return (
      <h3 className={styles.group} dir="auto">
        {heading}
      </h3>
    );
  return (
    <div className={styles.sortableHead}>
      <h3 className={styles.group}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!section.isClosed}
          onClick={() => toggleSection(section.key)}
        >
          <ChevronDown aria-hidden="true" />
          <span dir="auto">{heading}</span>
        </button>
      </h3>
      {children}
    </div>
  );
}
