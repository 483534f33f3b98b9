import { type RefObject, useEffect, useState } from 'react';
import { type ChatHost, useChatHost } from '../host/chat-host.js';
import { type DropTarget, targetAt } from './drop-target.js';

interface Field {
  readonly host: ChatHost;
  readonly threadId: string | null;
  readonly label: string;
  /** The field's form. What is around it belongs to the field. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onFiles: (files: FileList) => void;
}

const fields = new Set<Field>();

/** Makes a field take files that are dropped anywhere in its part of the app. */
export function useDroppedFiles({ threadId, label, form, onFiles }: Omit<Field, 'host'>): void {
  const host = useChatHost();
  useEffect(() => {
    const field = { host, threadId, label, form, onFiles };
    fields.add(field);
    return () => void fields.delete(field);
  });
}

interface FieldTarget extends DropTarget, Pick<Field, 'onFiles'> {}

/** Files that are over the window: where they would go, or nowhere. */
interface Hovering {
  readonly target: FieldTarget | null;
}

/**
 * Takes files that are dropped on the window, or on `part` of it alone, for as long as it is used. A field for files takes its own.
 */
export function useHoveringFiles(part: HTMLElement | null): Hovering | null {
  const host = useChatHost();
  const [hovering, setHovering] = useState<Hovering | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const within = part ?? document.documentElement;
    // A picture of the page that is dragged looks like a file.
    let isOwn = false;
    const findTarget = (event: DragEvent) => (isOwn ? null : targetAt(targetsNow(host), event));
    addEventListener('dragstart', () => setOwn(true), { signal });
    addEventListener('dragend', () => setOwn(false), { signal });
    within.addEventListener('dragover', onDragOver, { signal });
    within.addEventListener('dragleave', onDragLeave, { signal });
    within.addEventListener('drop', onDrop, { signal });
    return () => ending.abort();

    function setOwn(next: boolean) {
      isOwn = next;
    }
    function onDragOver(event: DragEvent) {
      if (!bringsFiles(event)) return setHovering(null);
      event.preventDefault();
      const target = findTarget(event);
      event.dataTransfer.dropEffect = target ? 'copy' : 'none';
      if (!isOwn) setHovering((before) => (before && isSame(before.target, target) ? before : { target }));
    }
    /** It has no related target where the files leave the window, and where the person gives up. */
    function onDragLeave(event: DragEvent) {
      const { relatedTarget: to } = event;
      if (!(to instanceof Node && within.contains(to))) setHovering(null);
    }
    function onDrop(event: DragEvent) {
      setHovering(null);
      if (!bringsFiles(event)) return;
      event.preventDefault();
      findTarget(event)?.onFiles(event.dataTransfer.files);
    }
  }, [host, part]);
  return hovering;
}

/** The field of the channel first. */
function targetsNow(host: ChatHost): FieldTarget[] {
  return [...fields]
    .filter((field) => field.host === host)
    .sort((a, b) => Number(a.threadId !== null) - Number(b.threadId !== null))
    .flatMap(({ label, form, onFiles }) => {
      const part = form.current?.parentElement;
      return part ? { label, onFiles, box: part.getBoundingClientRect() } : [];
    });
}

type FileDrag = DragEvent & { readonly dataTransfer: DataTransfer };

function bringsFiles(event: DragEvent): event is FileDrag {
  const isForInput = event.target instanceof HTMLInputElement && event.target.type === 'file';
  return !isForInput && event.dataTransfer?.types.includes('Files') === true;
}

function isSame(a: DropTarget | null, b: DropTarget | null): boolean {
  return a?.label === b?.label && a?.box.left === b?.box.left && a?.box.right === b?.box.right;
}
