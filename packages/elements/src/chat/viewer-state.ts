/** What the viewer shows: one file of several, and how large. */
export interface ViewerState {
  readonly index: number;
  /** 1 is as large as the window allows. */
  readonly zoom: number;
}

export type ViewerAct = 'next' | 'previous' | 'larger' | 'smaller' | 'whole' | 'toggle';

const ZOOMS = [1, 1.5, 2, 3, 4, 6] as const;
const LARGEST = 6;

/** The next state. Another file is shown whole. The first and the last file, and the zooms at the ends, stay. */
export function afterViewerAct(state: ViewerState, act: ViewerAct, count: number): ViewerState {
  const { index, zoom } = state;
  switch (act) {
    case 'next':
      return index < count - 1 ? { index: index + 1, zoom: 1 } : state;
    case 'previous':
      return index > 0 ? { index: index - 1, zoom: 1 } : state;
    case 'larger':
      return { index, zoom: ZOOMS.find((each) => each > zoom) ?? LARGEST };
    case 'smaller':
      return { index, zoom: ZOOMS.findLast((each) => each < zoom) ?? 1 };
    case 'whole':
      return { index, zoom: 1 };
    case 'toggle':
      return { index, zoom: zoom === 1 ? 2 : 1 };
  }
}

/** What a key asks of the viewer; arrows go the way that they point. Null for none. */
export function viewerActOf(key: string, isRightToLeft: boolean): ViewerAct | null {
  switch (key) {
    case 'ArrowRight':
      return isRightToLeft ? 'previous' : 'next';
    case 'ArrowLeft':
      return isRightToLeft ? 'next' : 'previous';
    case '+':
    case '=':
      return 'larger';
    case '-':
      return 'smaller';
    case '0':
      return 'whole';
    default:
      return null;
  }
}
