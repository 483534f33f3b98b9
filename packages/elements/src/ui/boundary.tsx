import { Component, type ReactNode } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import styles from './boundary.module.css';
import { Button } from './button.js';

interface BoundaryProps {
  /** How much is lost with what is inside: one entry of a list, a part of the page, or all of it. */
  readonly of: 'row' | 'panel' | 'page';
  readonly children: ReactNode;
}

/** Keeps an error of what is inside from taking away what stands around it, and gives a way out. */
export function Boundary(props: BoundaryProps) {
  const { onFailed } = useChatHost();
  return <Catching {...props} onFailed={onFailed} />;
}

class Catching extends Component<
  BoundaryProps & { readonly onFailed: () => void },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    if (this.props.of !== 'row') this.props.onFailed();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Failed of={this.props.of} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}

function Failed({ of, onRetry }: Pick<BoundaryProps, 'of'> & { readonly onRetry: () => void }) {
  const t = useTexts();
  const { startAddress } = useChatHost();
  return (
    <div className={styles.failed} data-of={of} role="alert">
      <p>{of === 'row' ? t.rowFailed : t.panelFailed}</p>
      <Button look="plain" onClick={of === 'page' ? () => location.reload() : onRetry}>
        {t.retry}
      </Button>
      {of !== 'row' && (
        // A load of its own, as what has failed may be anywhere in the page.
        <a href={startAddress}>{t.toStart}</a>
      )}
    </div>
  );
}
