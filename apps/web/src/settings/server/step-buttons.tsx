import { IconButton } from '@palaver/elements/ui/button.js';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useServerTexts } from './texts.js';

interface StepButtonsProps {
  readonly name: string;
  /** Moves it one place up or down; undefined where there is none. */
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  /** Whether it must wait. */
  readonly isBusy: boolean;
}

/** Sort without dragging (WCAG 2.2, 2.5.7). */
export function StepButtons({ name, onUp, onDown, isBusy }: StepButtonsProps) {
  const s = useServerTexts();
  return (
    <>
      <IconButton label={s.moveUp(name)} disabled={isBusy || onUp === undefined} onClick={onUp}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={s.moveDown(name)} disabled={isBusy || onDown === undefined} onClick={onDown}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  );
}
