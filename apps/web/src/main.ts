import './styles/theme.css';
import './styles/base.css';
import { showPicture } from './live/picture.js';
import { applyDensity } from './styles/density.js';
import { applyTheme } from './styles/theme.js';

applyTheme();
applyDensity();
showPicture();
// A script of its own, so that the picture is on the screen while this one is run.
void import('./start.js');
