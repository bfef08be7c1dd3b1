/**
 * A text without the signs that stand at its end (`trimEndSigns`) or at both (`trimSigns`) and that `sign`, an
 * expression for one character, fits. In time that grows with the length: the expression `/[. ]+$/` tries each
 * run of them in the middle from each of its places.
 */
export function trimEndSigns(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const start =
      end > 1 && isHalf(text.charCodeAt(end - 1), 0xdc00) && isHalf(text.charCodeAt(end - 2), 0xd800)
        ? end - 2
        : end - 1;
    if (!sign.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** As `trimEndSigns`, at the beginning as well. */
export function trimSigns(text: string, sign: RegExp): string {
  let start = 0;
  for (const each of text) {
    if (!sign.test(each)) break;
    start += each.length;
  }
  return trimEndSigns(text.slice(start), sign);
}

/** Whether a unit is the half of a surrogate pair whose thousand begins there. */
function isHalf(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}
