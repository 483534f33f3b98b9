import type { AdminAct } from '@palaver/client';
import { useI18n, useTexts } from '../../i18n/i18n.js';
import { Item } from '../shared/parts.js';
import { useTimes } from '../shared/use-times.js';
import { detailsOf } from './details.js';
import { type ActNames, partsOf } from './sentence.js';
import { useActTexts } from './texts.js';

interface ActItemProps {
  readonly act: Pick<AdminAct, 'createdAt' | 'details'>;
  /** A sentence of the catalogue, with places for the names. */
  readonly sentence: string;
  readonly names: ActNames;
}

/** A line of an audit log. */
export function ActItem({ act: { createdAt, details }, sentence, names }: ActItemProps) {
  const t = useTexts();
  const s = useActTexts();
  const { locale } = useI18n();
  const { moment } = useTimes();
  const number = (value: number) => value.toLocaleString(locale);
  const parts = partsOf(sentence, names);
  return (
    <Item
      name={parts.map(({ text, isName }, place) =>
        isName ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key, and keep their places
          <strong key={place}>
            <bdi>{text}</bdi>
          </strong>
        ) : (
          text
        ),
      )}
      detail={[moment(createdAt), ...detailsOf(details, s, { moment, number, roleName: t.roleName })].join(
        ' · ',
      )}
    />
  );
}
