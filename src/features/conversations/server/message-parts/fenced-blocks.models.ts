/** A piece of a model's text: words for the visitor, or the inside of a block that stands for a part. */
export type FencePiece =
  | {
      kind: 'text';
      text: string;
    }
  | { kind: 'block'; body: string };

const opening = /(?<!`)`{3,}[ \t]{0,3}chatelier(?![\w-])/i;
/** What may still become an opening: backticks at the end, with or without the beginning of the word. */
const unfinishedOpening =
  /(?<!`)(?:`+$|`{3,}[ \t]{1,3}$|`{3,}[ \t]{0,3}(?:c|ch|cha|chat|chate|chatel|chateli|chatelie|chatelier)$)/i;
const mostBackticks = 40;
const longestBlock = 16_000;

/**
 * Takes the blocks "```chatelier {json}```" out of a model's text while it streams, wherever the text is cut:
 * no character of a block is ever passed on as text. A block that never closes ends with the text; one that
 * is too long is dropped.
 */
export class PartFence {
  #waiting = '';
  /** Inside of the block that is being read; null outside of one. */
  #body: string | null = null;
  #inString = false;
  #escaped = false;
  #isTooLong = false;

  push(piece: string): FencePiece[] {
    const pieces: FencePiece[] = [];
    let text = this.#waiting + piece;
    this.#waiting = '';
    for (;;) {
      if (this.#body !== null) {
        const rest = this.#readBlock(text, pieces);
        if (rest === null) return pieces;
        text = rest;
        continue;
      }
      const found = opening.exec(text);
      // The letter after the word decides whether it is ours.
      if (found && found.index + found[0].length < text.length) {
        addText(pieces, text.slice(0, found.index));
        text = text.slice(found.index + found[0].length);
        this.#body = '';
        this.#inString = this.#escaped = this.#isTooLong = false;
        continue;
      }
      const held = unfinishedOpening.exec(text);
      const start = found
        ? found.index
        : held && text.length - held.index <= mostBackticks
          ? held.index
          : text.length;
      addText(pieces, text.slice(0, start));
      this.#waiting = text.slice(start);
      return pieces;
    }
  }

  /** What still waited when the text ended. */
  end(): FencePiece[] {
    const pieces: FencePiece[] = [];
    if (this.#body !== null) {
      this.#take(this.#waiting.replace(/(?<!`)`+$/, ''));
      this.#close(pieces);
    } else if (!opening.test(this.#waiting)) addText(pieces, this.#waiting);
    this.#waiting = '';
    return pieces;
  }

  /** Reads on in a block; gives what follows it, or null when it is not over. */
  #readBlock(text: string, pieces: FencePiece[]): string | null {
    for (let at = 0; at < text.length; at++) {
      const sign = text[at];
      if (sign === '`') {
        const run = /^`+/.exec(text.slice(at))?.[0].length ?? 1;
        if (at + run === text.length) {
          // More of them may follow.
          this.#take(text.slice(0, at));
          this.#waiting = text.slice(at);
          return null;
        }
        const startsLine =
          at === 0
            ? /(^|\n)[ \t]*$/.test(this.#body ?? '')
            : /(^|\n)[ \t]*$/.test((this.#body ?? '') + text.slice(0, at));
        // Three backticks in a string of the JSON are part of it; at the start of a line they can't be, as
        // such strings hold no line breaks.
        if (run >= 3 && (!this.#inString || startsLine)) {
          this.#take(text.slice(0, at));
          this.#close(pieces);
          return text.slice(at + run);
        }
        at += run - 1;
        this.#escaped = false;
        continue;
      }
      if (this.#escaped) this.#escaped = false;
      else if (sign === '\\') this.#escaped = this.#inString;
      else if (sign === '"') this.#inString = !this.#inString;
    }
    this.#take(text);
    return null;
  }

  #take(text: string): void {
    if (this.#isTooLong) {
      // Only the end matters now: whether a line begins here.
      this.#body = text === '' ? this.#body : text.slice(-200);
      return;
    }
    this.#body = (this.#body ?? '') + text;
    if (this.#body.length > longestBlock) this.#isTooLong = true;
  }

  #close(pieces: FencePiece[]): void {
    if (this.#body !== null && !this.#isTooLong) pieces.push({ kind: 'block', body: this.#body.trim() });
    this.#body = null;
  }
}

function addText(pieces: FencePiece[], text: string): void {
  if (text === '') return;
  const last = pieces.at(-1);
  if (last?.kind === 'text') last.text += text;
  else pieces.push({ kind: 'text', text });
}
