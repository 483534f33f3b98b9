import type { ServerImportReport } from '@palaver/client';
import { useI18n } from '../../i18n/i18n.js';
import styles from './imports.module.css';
import { useReportTexts } from './report-texts.js';
import { useAdminTexts } from './texts.js';

type Conversion = NonNullable<ServerImportReport['conversion']>;
type Kind = Conversion['kinds'][number];

/** What became of each line of an export. Places are as the converter writes them, and so are reasons that have no sentence here. */
export function ConversionAccount({ conversion }: { readonly conversion: Conversion }) {
  const s = useAdminTexts();
  const r = useReportTexts();
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
                <th scope="row">
                  <KindName kind={kind} />
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
            {noMembers.map(({ id, username, code, why }) => (
              <li key={id}>
                <bdi>{username}</bdi> <small>{r.reason(code ?? '', why)}</small>
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
  const r = useReportTexts();
  const { locale } = useI18n();
  const all = [
    ...changes.map((one) => ({ ...one, what: s.linesChanged })),
    ...reasons.map((one) => ({ ...one, what: s.linesLeftOut })),
  ];
  return (
    <details className={styles.details}>
      <summary>
        <KindName kind={kind} />
      </summary>
      <ul>
        {all.map(({ what, code, reason, count, first }) => (
          <li key={`${what} ${reason}`}>
            {count.toLocaleString(locale)} {what}: {r.reason(code ?? '', reason)}{' '}
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

/** What a kind is called here, and as the export calls it where that is no other word. */
function KindName({ kind }: { readonly kind: string }) {
  const name = useReportTexts().kind(kind);
  if (name === kind || !/_/.test(kind)) return <>{name}</>;
  return (
    <>
      {name}{' '}
      <small lang="en" dir="ltr">
        {kind}
      </small>
    </>
  );
}
