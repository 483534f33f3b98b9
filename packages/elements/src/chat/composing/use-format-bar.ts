import { useState } from 'react';
import { keepOnDevice, keptOnDevice } from '../../ui/on-device.js';

const STORED = 'palaver:format-bar';

/** Whether the bar of formats is shown on this device: at a desk it is, until the person hides it. */
export function useFormatBar(): readonly [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(() => {
    const stored = keptOnDevice(STORED);
    return stored === null ? matchMedia('(pointer: fine)').matches : stored === 'shown';
  });
  return [
    isShown,
    (next) => {
      keepOnDevice(STORED, next ? 'shown' : 'hidden');
      setShown(next);
    },
  ];
}
