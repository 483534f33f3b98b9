import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Field } from '@palaver/elements/ui/field.js';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { cropImage } from './crop-image.js';
import styles from './portrait.module.css';
import { useSettingsTexts } from './texts.js';

interface PictureDialogProps {
  readonly upload: (picture: Blob) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Takes a picture, of which the person chooses a square. */
export default function PictureDialog({ upload, onClose }: PictureDialogProps) {
  const s = useSettingsTexts();
  const [source, setSource] = useState<string | null>(null);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => () => void (source !== null && URL.revokeObjectURL(source)), [source]);

  function choose(file: File | undefined) {
    if (file === undefined) return;
    setSource(URL.createObjectURL(file));
    setPosition({ x: 0, y: 0 });
    setZoom(1);
  }

  async function send() {
    if (source === null || area === null) return;
    await upload(await cropImage(source, area));
  }

  return (
    <FormDialog title={s.changePicture} action={s.takePart} isOpen onClose={onClose} onSubmit={send}>
      <Field
        label={s.choosePicture}
        type="file"
        accept="image/*"
        required
        onChange={(event) => choose(event.target.files?.[0])}
      />
      {source !== null && (
        <>
          <div className={styles.crop}>
            <Cropper
              image={source}
              aspect={1}
              cropShape="rect"
              showGrid={false}
              crop={position}
              zoom={zoom}
              minZoom={1}
              maxZoom={5}
              onCropChange={setPosition}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              disableAutomaticStylesInjection
              cropperProps={{ role: 'application', 'aria-label': s.cropHint }}
            />
          </div>
          <label>
            {s.zoom}{' '}
            <input
              type="range"
              min={1}
              max={5}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <p>{s.cropHint}</p>
        </>
      )}
    </FormDialog>
  );
}
