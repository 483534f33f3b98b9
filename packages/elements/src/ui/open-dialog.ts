/** Finds a dialog that is open over everything (dialog.tsx; Base UI says whether it is open). */
export const OPEN_DIALOG = '[data-modal][data-open]';
