import type { ServerImportReport } from '@palaver/client';
import { useI18n } from '../../i18n/i18n.js';
import styles from './imports.module.css';
import { useAdminTexts } from './texts.js';

type Conversion = NonNullable<ServerImportReport['conversion']>;
type Kind = Conversion['kinds'][number];

/** What became of each line of an export. Kinds, reasons and places are as the converter writes them, in English. */
export function ConversionAccount({ conversion }: { readonly conversion: Conversion }) {
  const s = useAdminTexts();
  const { locale } = useI18n();
  const told = conversion.kinds.filter(({ changes, reasons }) => changes.length + reasons.length > 0);
  const { noMembers, noMemberCount } = conversion;
  return (
    <>
      <h3 className={styles.heading}>{s.linesOfExport}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={s.linesOfExport}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[s.kindOfLine, s.linesRead, s.linesTaken, s.linesChanged, s.linesLeftOut].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {conversion.kinds.map(({ kind, read, taken, changed, leftOut }) => (
              <tr key={kind}>
                <th scope="row" lang="en" dir="ltr">
                  {kind}
                </th>
                {[read, taken, changed, leftOut].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order
                  <td key={at}>{count.toLocaleString(locale)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {told.map((kind) => (
        <Reasons key={kind.kind} kind={kind} />
      ))}
      {noMemberCount > 0 && (
        <details className={styles.details}>
          <summary>{s.noMembers(noMemberCount)}</summary>
          <ul>
            {noMembers.map(({ id, username, why }) => (
              <li key={id}>
                <bdi>{username}</bdi> <small lang="en">{why}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Reasons({ kind: { kind, changes, reasons } }: { readonly kind: Kind }) {
  const s = useAdminTexts();
  const { locale } = useI18n();
  const all = [
    ...changes.map((one) => ({ ...one, what: s.linesChanged })),
    ...reasons.map((one) => ({ ...one, what: s.linesLeftOut })),
  ];
  return (
    <details className={styles.details}>
      <summary>
        <span lang="en">{kind}</span>
      </summary>
      <ul>
        {all.map(({ what, reason, count, first }) => (
          <li key={`${what} ${reason}`}>
            {count.toLocaleString(locale)} {what}: <span lang="en">{reason}</span>{' '}
            <small lang="en" dir="auto">
              {first.join(' · ')}
              {count > first.length && ' · …'}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
