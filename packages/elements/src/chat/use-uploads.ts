import { useEffect, useRef, useState } from 'react';
import { type ChatSession, useChatSession } from '../host/chat-session.js';

/** A file that is being uploaded, or is uploaded and waits for its message. */
export interface Upload {
  readonly key: string;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly failed: boolean;
  /** Its id once it is uploaded. */
  readonly id: string | null;
}

/** The files that the next message of a channel will carry. */
export function useUploads(channelId: string) {
  const session = useChatSession();
  const [items, setItems] = useState<readonly Upload[]>([]);
  const requests = useRef(new Map<string, XMLHttpRequest>());
  useEffect(() => {
    const running = requests.current;
    return () => {
      for (const request of running.values()) request.abort();
    };
  }, []);

  function change(key: string, changes: Partial<Upload>) {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }

  function begin(file: File) {
    const key = crypto.randomUUID();
    setItems((before) => [...before, { key, name: file.name, progress: 0, failed: false, id: null }]);
    const request = upload(session, channelId, file, key, {
      onProgress: (progress) => change(key, { progress }),
      onDone: (id) => change(key, { progress: 1, id }),
      onFailed: () => change(key, { failed: true }),
    });
    requests.current.set(key, request);
  }

  return {
    items,
    add: (files: FileList) => {
      for (const file of files) begin(file);
    },
    remove: (key: string) => {
      requests.current.get(key)?.abort();
      setItems((before) => before.filter((item) => item.key !== key));
    },
    clear: () => setItems([]),
  };
}

interface UploadListener {
  readonly onProgress: (progress: number) => void;
  readonly onDone: (id: string) => void;
  readonly onFailed: () => void;
}

/** `fetch` does not tell how far an upload is. */
function upload(
  { url, token }: ChatSession,
  channelId: string,
  file: File,
  key: string,
  listener: UploadListener,
): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open('POST', new URL(`/api/channels/${channelId}/attachments`, url));
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Idempotency-Key', key);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => listener.onProgress(loaded / total);
  request.onerror = listener.onFailed;
  request.onload = () => {
    const id: unknown = request.response?.data?.[0]?.id;
    if (request.status === 201 && typeof id === 'string') listener.onDone(id);
    else listener.onFailed();
  };
  const form = new FormData();
  form.set('file', file);
  request.send(form);
  return request;
}
