/**
 * JSON lines in, JSON lines out: how a command is asked many things at once.
 *
 * Line n of the output answers line n of the input, whatever line n was: what is no JSON, an empty line among
 * others, is answered with `{"error": …}` (or as the command refuses) and the next line is read. A newline ends a line, "\r\n" does too; the
 * last line needs none, and an input that ends with one has no empty line after it. A byte order mark before a
 * line is not part of it. Text is UTF-8, and a line that is not is refused rather than guessed at.
 */
import type { Readable, Writable } from 'node:stream'
import type { Json } from '#lib/contract/json/json.ts'
import { faultText, readJson } from '#lib/contract/json/read-json.ts'
import { AppError, type PublicError, toPublicError } from '#lib/errors.ts'

/** A schema and a value at their own limits (256 KiB and 1 MiB) fit many times over. */
export const MOST_LINE_BYTES = 32 * 1024 * 1024

export type Streams = { stdin: Readable; stdout: Writable }

/** What a line asks, as JSON and as the text it was. May throw: an `AppError` is shown, anything else is our fault. */
export type AnswerLine = (question: Json, text: string) => unknown | Promise<unknown>

/** How a line is answered that could not be read, or asks what is refused. */
export type RefuseLine = (error: PublicError) => object

/** Answers every line, in order. Reads no faster than its answers are taken, and stops when nobody takes them. */
export async function answerJsonLines(
  answer: AnswerLine,
  { stdin, stdout }: Streams = process,
  refuse: RefuseLine = (error) => ({ error }),
): Promise<void> {
  let isGone = false
  const leave = () => {
    isGone = true
    stdin.destroy()
  }
  // "… | head": whoever read us has seen enough.
  stdout.on('error', leave)
  try {
    for await (const lines of linesOf(stdin)) {
      let answers = ''
      for (const line of lines) answers += `${await answerText(line, answer, refuse)}\n`
      if (!isGone && answers !== '') await write(stdout, answers)
    }
  } catch (thrown) {
    if (!isGone) throw thrown
  } finally {
    // One that is gone complains again for every piece it was still owed.
    if (!isGone) stdout.off('error', leave)
  }
}

type Line = Uint8Array | 'too long'

/** The lines as they arrive, as many as each piece of input completes. */
async function* linesOf(stdin: Readable): AsyncGenerator<Line[]> {
  let pieces: Uint8Array[] = []
  let size = 0
  const keep = (piece: Uint8Array) => {
    size += piece.length
    // Counted on, but no longer held: what is too long may be without end.
    if (size > MOST_LINE_BYTES) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }
  const take = (): Line => {
    const line = size > MOST_LINE_BYTES ? 'too long' : Buffer.concat(pieces)
    pieces = []
    size = 0
    return line
  }
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      keep(bytes.subarray(start, end))
      lines.push(take())
      start = end + 1
    }
    keep(bytes.subarray(start))
    yield lines
  }
  if (size > 0) yield [take()]
}

const NEWLINE = 0x0a
// Drops the mark at the front of what it is given; JSON has no other use for one.
const utf8 = new TextDecoder('utf-8', { fatal: true })

async function answerText(line: Line, answer: AnswerLine, refuse: RefuseLine): Promise<string> {
  try {
    const text = textOf(line)
    const { value, fault } = readJson(text)
    if (fault) throw new AppError('INVALID_INPUT', { message: `This line is not JSON. ${faultText(fault)}` })
    return JSON.stringify(await answer(value, text))
  } catch (thrown) {
    if (!(thrown instanceof AppError)) console.error(thrown)
    return JSON.stringify(refuse(toPublicError(thrown)))
  }
}

function textOf(line: Line): string {
  if (line === 'too long') {
    const message = `This line is longer than ${MOST_LINE_BYTES / 1024 / 1024} MiB.`
    throw new AppError('INVALID_INPUT', { message })
  }
  try {
    return utf8.decode(line)
  } catch {
    throw new AppError('INVALID_INPUT', { message: 'This line is not UTF-8 text.' })
  }
}

/** Done when there is room for more, or nobody to take it. */
function write(stdout: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.write(text)) return resolve()
    const go = () => {
      stdout.off('drain', go).off('close', go).off('error', go)
      resolve()
    }
    stdout.on('drain', go).on('close', go).on('error', go)
  })
}
