/** Made by `emoji-data.ts` when the page is built: text, group, label, names, words, and 1 where there are skin tones. */
declare module 'virtual:emoji' {
  const rows: ReadonlyArray<readonly [string, number, string, string, string, 0 | 1]>;
  export default rows;
}
