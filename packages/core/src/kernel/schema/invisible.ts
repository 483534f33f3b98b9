/**
 * White space, controls, and the characters that Unicode says to show nothing for, such as zero-width spaces and
 * fillers; U+2800, the empty Braille pattern, is the one symbol without ink.
 */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nothing of a text can be seen. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}
