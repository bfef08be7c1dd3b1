import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { ident, string, url } from 'css-tree/utils';

/** Why a value, or the condition of an at-rule, is not used. */
export type ValueFault = 'address' | 'function' | 'value';
export type CheckedTokens =
  | {
      text: string;
      images: string[];
    }
  | { fault: ValueFault };

/**
 * Functions that compute, colour, shape or move. A function that is not here may load something, now or in a
 * later browser.
 */
const functions = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color var env calc min max clamp abs sign round mod rem pow sqrt hypot log exp sin cos tan ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient cubic-bezier steps linear ' +
    'translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia inset circle ellipse polygon path rect xywh repeat minmax fit-content counter counters'
  ).split(' '),
);
/** In conditions, only arithmetic. */
const conditionFunctions = new Set(['calc', 'min', 'max', 'clamp', 'not', 'and', 'or']);

/** Longest picture inside the text, in characters. */
const longestData = 8_192;
const ownImage = /^\/(?:images|avatars)\/([0-9a-f]{32})$/;
const pictureData = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[a-z0-9+/]+={0,2}$/i;

/** What closes each kind of opening token. */
const closers = new Map([
  ['Function', 'RightParenthesis'],
  ['LeftParenthesis', 'RightParenthesis'],
  ['LeftSquareBracket', 'RightSquareBracket'],
  ['LeftCurlyBracket', 'RightCurlyBracket'],
]);
const names = new Map(Object.entries(tokenTypes).map(([name, type]) => [type, name]));
const closing = new Set(closers.values());

/**
 * Reads a value token by token and writes it anew; names a reason when it holds something that is not known
 * to be harmless.
 */
export function checkTokens(source: string, mode: 'value' | 'custom' | 'prelude'): CheckedTokens {
  const images: string[] = [];
  const open: string[] = [];
  let text = '';
  let fault: ValueFault | null = null;
  let awaitsAddress = false;
  const fail = (reason: ValueFault): void => {
    fault ??= reason;
  };
  const addAddress = (address: string): void => {
    const own = ownImage.exec(address);
    if (own?.[1]) images.push(own[1]);
    else if (address.length > longestData || !pictureData.test(address)) return fail('address');
    text += `url("${address}")`;
  };
  tokenize(source, (type, start, end) => {
    if (fault) return;
    const token = source.slice(start, end);
    const name = names.get(type) ?? '';
    if (awaitsAddress) {
      if (name === 'String') addAddress(string.decode(token));
      else if (name === 'RightParenthesis' && text.endsWith('")')) awaitsAddress = false;
      else if (name !== 'WhiteSpace') fail('address');
      return;
    }
    const closer = closers.get(name);
    if (closer) open.push(closer);
    else if (closing.has(name) && open.pop() !== name) return fail('value');
    switch (name) {
      case 'Function': {
        const called = ident.decode(token.slice(0, -1)).toLowerCase();
        if (called === 'url' && mode === 'value') {
          open.pop();
          awaitsAddress = true;
          return;
        }
        if (called === 'url') return fail('address');
        if (!(mode === 'prelude' ? conditionFunctions : functions).has(called)) return fail('function');
        text += `${called}(`;
        return;
      }
      case 'Url':
        return mode === 'value' ? addAddress(url.decode(token)) : fail('address');
      case 'String':
        if (mode === 'prelude' || !/^(["'])[^\n\r\f]*\1$/.test(token) || token.length < 2)
          return fail('value');
        text += string.encode(string.decode(token));
        return;
      case 'Comment':
      case 'WhiteSpace':
        text += ' ';
        return;
      case 'Colon':
      case 'LeftCurlyBracket':
      case 'RightCurlyBracket':
        if (name !== 'Colon' || mode !== 'prelude') return fail('value');
        break;
      case 'AtKeyword':
      case 'BadString':
      case 'BadUrl':
      case 'Semicolon':
      case 'CDO':
      case 'CDC':
        return fail('value');
      case 'Delim':
        if (!(mode === 'prelude' ? '<>=*/' : '+-*/.%').includes(token)) return fail('value');
        break;
      default:
        // Names are compared and written without escapes, so none can hide anything.
        if (token.includes('\\')) return fail('value');
    }
    text += token;
  });
  if (fault) return { fault };
  if (open.length > 0 || awaitsAddress) return { fault: 'value' };
  // A tag's end means nothing in a stylesheet, and nobody needs it there.
  return text.includes('</') ? { fault: 'value' } : { text: text.trim(), images };
}

/**
 * Where a bracket, a comment or a text stays open, or a bracket closes that was never opened (null when all
 * is well), and up to where the text is sound: behind the last rule or statement that ended before.
 */
export function bracketBalanceOf(source: string): { faultAt: number | null; soundEnd: number } {
  const open: { closer: string; at: number }[] = [];
  let faultAt: number | null = null;
  let soundEnd = 0;
  tokenize(source, (type, start, end) => {
    if (faultAt !== null) return;
    const name = names.get(type) ?? '';
    const closer = closers.get(name);
    if (closer) open.push({ closer, at: start });
    else if (closing.has(name) && open.pop()?.closer !== name) faultAt = start;
    else if (name === 'BadString' || (name === 'Comment' && !isClosedComment(source, start, end)))
      faultAt = start;
    else if (open.length === 0 && (name === 'RightCurlyBracket' || name === 'Semicolon')) soundEnd = end;
  });
  faultAt ??= open[0]?.at ?? null;
  return { faultAt, soundEnd: faultAt === null ? source.length : soundEnd };
}

const isClosedComment = (source: string, start: number, end: number): boolean =>
  end - start >= 4 && source.endsWith('*/', end);
