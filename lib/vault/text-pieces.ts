/** A text in pieces that end with a line, as far as its lines let them. Floor 3, pure. */

export type TextPiece = {
  text: string
  /** Of its first character within the text, in UTF-16 code units. */
  offset: number
  /** How many lines were ended before it. */
  line: number
}

/** Pieces of at most `pieceChars`; a line that is longer is cut, never inside a surrogate pair. */
export async function* textPieces(
  parts: AsyncIterable<string> | Iterable<string>,
  pieceChars: number,
): AsyncGenerator<TextPiece> {
  let [rest, offset, line] = ['', 0, 0]
  const take = (length: number): TextPiece => {
    const piece = { text: rest.slice(0, length), offset, line }
    rest = rest.slice(length)
    offset += length
    line += countLines(piece.text)
    return piece
  }
  for await (const part of parts) {
    rest += part
    while (rest.length > pieceChars) yield take(cutOf(rest, pieceChars))
  }
  if (rest !== '') yield take(rest.length)
}

export type Line = { text: string; offset: number; line: number }

/** The lines of a piece, without what ends them. */
export function* linesOf({ text, offset, line }: TextPiece): Generator<Line> {
  let start = 0
  for (const { 0: ending, index } of text.matchAll(LINE_END)) {
    yield { text: text.slice(start, index), offset: offset + start, line }
    start = index + ending.length
    line += 1
  }
  if (start < text.length) yield { text: text.slice(start), offset: offset + start, line }
}

const LINE_END = /\r\n|\n|\r(?!\n)/g

function countLines(text: string): number {
  let count = 0
  // A "\r" at the end of a piece may be half of an ending; it is counted with its "\n".
  for (const { 0: ending, index } of text.matchAll(LINE_END))
    if (ending !== '\r' || index + 1 < text.length) count += 1
  return count
}

function cutOf(text: string, most: number): number {
  const ending = text.lastIndexOf('\n', most - 1)
  if (ending >= 0) return ending + 1
  const code = text.charCodeAt(most - 1)
  return code >= 0xd800 && code < 0xdc00 && most > 1 ? most - 1 : most
}
