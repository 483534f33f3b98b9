import '@palaver/elements/style.css';
import { PalaverChat } from '@palaver/elements';
import { createRoot } from 'react-dom/client';

const token = async () => (await fetch('/chat-token')).json();

createRoot(document.getElementById('app') ?? document.body).render(
  <div style={{ height: '100dvh' }}>
    <PalaverChat url="http://127.0.0.1:3000" token={token} />
  </div>,
);
