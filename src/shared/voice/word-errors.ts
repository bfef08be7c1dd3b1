/** One word, or several side by side, of what was understood; `isWrong`: it was not said so. */
export type UnderstoodPiece = {
  text: string;
  isWrong: boolean;
};

/** How what was understood differs from what was said. */
export type WordErrors = {
  /** Words that were said. */
  words: number;
  /** Words that are missing, were added, or are others: the word error rate is `wrong / words`. */
  wrong: number;
  understood: UnderstoodPiece[];
};

/** A word as it is heard: in one case, with no marks around or in it. */
const sounding = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

type Word = {
  text: string;
  sound: string;
};
const wordsOf = (text: string): Word[] =>
  text
    .split(/\s+/)
    .map((word) => ({ text: word, sound: sounding(word) }))
    .filter(({ sound }) => sound !== '');

/** Words that stand side by side and are right or wrong alike, as one piece. */
function joined(words: readonly UnderstoodPiece[]): UnderstoodPiece[] {
  const pieces: UnderstoodPiece[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (last?.isWrong === word.isWrong) last.text += ` ${word.text}`;
    else pieces.push({ ...word });
  }
  return pieces;
}

/** Compares word for word, with as few differences as can be; case and marks don't count, because nobody says them. */
export function wordErrors(said: string, heard: string): WordErrors {
  const [from, to] = [wordsOf(said), wordsOf(heard)];
  const width = to.length + 1;
  /* How many differences lead from the first words of one to the first words of the other. */
  const steps = new Uint32Array((from.length + 1) * width);
  const at = (row: number, column: number): number => steps[row * width + column]!;
  const isSame = (row: number, column: number): boolean => from[row - 1]!.sound === to[column - 1]!.sound;
  for (let row = 0; row <= from.length; row += 1)
    for (let column = 0; column <= to.length; column += 1)
      steps[row * width + column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column - 1) + (isSame(row, column) ? 0 : 1),
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
            );
  const understood: UnderstoodPiece[] = [];
  let row = from.length;
  let column = to.length;
  while (column > 0) {
    const { text } = to[column - 1]!;
    const isRight = row > 0 && isSame(row, column) && at(row, column) === at(row - 1, column - 1);
    if (isRight || (row > 0 && at(row, column) === at(row - 1, column - 1) + 1)) row -= 1;
    else if (row > 0 && at(row, column) === at(row - 1, column) + 1) {
      row -= 1;
      continue;
    }
    understood.unshift({ text, isWrong: !isRight });
    column -= 1;
  }
  return { words: from.length, wrong: at(from.length, to.length), understood: joined(understood) };
}
