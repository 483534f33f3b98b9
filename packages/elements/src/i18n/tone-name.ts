/** Tones of the skin, as the picker of emoji names them; `none` is the yellow one. */
export type ToneName = 'none' | 'light' | 'medium-light' | 'medium' | 'medium-dark' | 'dark';
