import { IconButton } from '@palaver/elements/ui/button.js';
import { Search } from 'lucide-react';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';

/** Opens the switcher, which has a shortcut too (Ctrl or ⌘ with K). */
export function SwitcherButton() {
  const t = useTexts();
  return (
    <IconButton label={t.switchTo} aria-haspopup="dialog" onClick={() => openDialog({ kind: 'switcher' })}>
      <Search aria-hidden="true" />
    </IconButton>
  );
}
