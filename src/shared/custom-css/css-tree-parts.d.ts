/**
 * Parts of css-tree that come without types of their own; its whole is five times as large and would reach
 * the editor.
 */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
declare module 'css-tree/generator' {
  export { generate as default } from 'css-tree';
}
declare module 'css-tree/tokenizer' {
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenTypes: { readonly [name: string]: number };
}
declare module 'css-tree/utils' {
  export { ident, string, url } from 'css-tree';
}
