import '@palaver/elements/styles/theme.css';
import './styles/base.css';
import { showPicture } from './live/picture.js';
import { sessionIsKnown } from './session/known-session.js';
import { currentSession } from './session/session.js';
import { applyDensity } from './styles/density.js';
import { followEdge } from './styles/edge-colour.js';
import { applyTheme } from './styles/theme.js';

applyTheme();
followEdge();
applyDensity();
// Scripts of their own, which are loaded while the service is asked. Who is not signed in waits for one alone.
if (currentSession() !== null) void import('./signed-in.js');
const start = import('./start.js');
void sessionIsKnown().then(async () => {
  // On the screen while the chat is run.
  showPicture();
  (await start).render();
});
