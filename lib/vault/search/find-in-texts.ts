/** Finds lines in texts. It runs in a worker thread, within a time limit. */
import { lineFinder, type Query } from './line-finder.ts'

export type SearchMatch = {
  path: string
  line: number
  start: number
  end: number
  snippet: string
}

/** Ends with a line where possible. */
export type TextPiece = {
  text: string
  offset: number
  line: number
}

export type SearchedText = TextPiece & { path: string }

export type SearchOrder = {
  query: Query
  maxMatches: number
  snippetLength: number
  withinMs: number
}

/** `isOver`: the time ran out. Throws INVALID_INPUT for an invalid pattern. */
export async function findInTexts(
  texts: readonly SearchedText[],
  { query, maxMatches, snippetLength, withinMs }: SearchOrder,
): Promise<{ matches: SearchMatch[]; isOver: boolean }> {
  const until = performance.now() + withinMs
  const finder = lineFinder(query)
  const matches: SearchMatch[] = []
  for (const whole of texts) {
    for await (const part of textPieces([whole.text], finder.pieceChars)) {
      if (performance.now() > until) return { matches, isOver: true }
      if (!finder.mayMatch(part.text)) continue
      const piece = { text: part.text, offset: whole.offset + part.offset, line: whole.line + part.line }
      for (const { text, offset, line } of textLines(piece)) {
        for (const found of finder.find(text)) {
          if (matches.length === maxMatches) return { matches, isOver: false }
          const [start, end] = [offset + found.start, offset + found.end]
          matches.push({
            path: whole.path,
            line,
            start,
            end,
            snippet: cutSnippet(text, found, snippetLength),
          })
        }
      }
    }
  }
  return { matches, isOver: false }
}

function cutSnippet(line: string, { start, end }: { start: number; end: number }, length: number): string {
  if (line.length <= length) return line
  const before = Math.max(0, Math.floor((length - (end - start)) / 2))
  const from = Math.max(0, Math.min(start - before, line.length - length))
  return line.slice(from, from + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}

/** Returns the line for a result, cut if it is long, but never inside a surrogate pair. */
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
    while (rest.length > pieceChars) yield take(findCut(rest, pieceChars))
  }
  if (rest !== '') yield take(rest.length)
}

type TextLine = { text: string; offset: number; line: number }

export function* textLines({ text, offset, line }: TextPiece): Generator<TextLine> {
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
  // The last "\r" may be half of "\r\n".
  for (const { 0: ending, index } of text.matchAll(LINE_END))
    if (ending !== '\r' || index + 1 < text.length) count += 1
  return count
}

function findCut(text: string, maxChars: number): number {
  const ending = text.lastIndexOf('\n', maxChars - 1)
  if (ending >= 0) return ending + 1
  const code = text.charCodeAt(maxChars - 1)
  return code >= 0xd800 && code < 0xdc00 && maxChars > 1 ? maxChars - 1 : maxChars
}
