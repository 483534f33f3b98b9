import './styles/theme.css';
import './styles/base.css';
import { showPicture } from './live/picture.js';
import { currentSession } from './session/session.js';
import { applyDensity } from './styles/density.js';
import { applyTheme } from './styles/theme.js';

applyTheme();
applyDensity();
showPicture();
// Scripts of their own, so that the picture is on the screen while they are run. Who is not signed in waits for one alone.
if (currentSession() !== null) void import('./signed-in.js');
void import('./start.js');
