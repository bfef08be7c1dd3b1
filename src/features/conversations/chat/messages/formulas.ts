import temml from 'temml';

/*
 * A formula goes through the markdown reader as one word of private letters, which no rule of it knows: each
 * printable ASCII sign moved up, between two marks.
 */
const moved = 0xe100;
const [inlineMark, blockMark, endMark] = ['\uE000', '\uE002', '\uE001'];

const codes = /(^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)|$(?![\s\S]))|`[^`\n]*`)/m;
const formulas =
  /\\\[([^]{1,4000}?)\\\]|\$\$([^]{1,4000}?)\$\$|\\\(([^]{1,2000}?)\\\)|(?<![\\$\w])\$(?!\s)([^$\n]{0,500}?[^\s$\\])\$(?![\d$])/g;

/** Whether what stands between two dollar signs is a formula, and not the way from one price to the next. */
function isFormula(text: string): boolean {
  const bare = text.replace(/\\[a-z]+/gi, '');
  if (/[a-z]{4,}/i.test(bare)) return false;
  return text !== bare || /[\^_{}=<>]/.test(text) || /^[a-z]$/i.test(text) || /^[a-z]\s?[+*/-]/i.test(text);
}

/** The text with its formulas put into one word each; code stays as it is. */
export function hideFormulas(text: string): string {
  const hide = (tex: string, mark: string) =>
    mark +
    tex.trim().replace(/[\n -~]/g, (sign) => String.fromCharCode(moved + sign.charCodeAt(0))) +
    endMark;
  return text
    .split(codes)
    .map((part, at) =>
      at % 2
        ? part
        : part.replace(
            formulas,
            (whole, brackets?: string, dollars?: string, round?: string, dollar?: string) => {
              const display = brackets ?? dollars;
              if (display !== undefined) return hide(display, blockMark);
              if (round !== undefined) return hide(round, inlineMark);
              return dollar !== undefined && isFormula(dollar) ? hide(dollar, inlineMark) : whole;
            },
          ),
    )
    .join('');
}

/** Draws a hidden formula into an element: MathML, which browsers lay out and read out themselves. */
export function drawFormula(hidden: string, into: HTMLElement): void {
  const tex = hidden
    .slice(1, -1)
    .replace(/[\uE100-\uE17F]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - moved));
  try {
    temml.render(tex, into, {
      displayMode: hidden.startsWith(blockMark),
      throwOnError: true,
      trust: false,
      maxSize: [20, 400],
      maxExpand: 200,
    });
  } catch {
    /* No formula that we can read: as it was written. */
    into.textContent = tex;
  }
}
