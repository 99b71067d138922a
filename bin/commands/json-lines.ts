/** Line n answers line n. Lines end with "\n" or "\r\n", byte order marks are ignored, invalid UTF-8 is refused. */
import type { Readable, Writable } from 'node:stream'
import { AppError, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { faultText, readJson } from '#lib/kernel/json/read-json.ts'

/** Many times a schema (256 KiB) and a value (1 MiB). */
export const MAX_LINE_BYTES = 32 * 1024 * 1024

type Streams = { stdin: Readable; stdout: Writable }

/** An `AppError` is reported; other errors are bugs. */
export type AnswerLine = (question: Json, text: string) => unknown | Promise<unknown>

type RefuseLine = (error: PublicError) => object

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
  // The reader may leave early: "… | head".
  stdout.on('error', leave)
  try {
    for await (const lines of readLines(stdin)) {
      let answers = ''
      for (const line of lines) answers += `${await answerText(line, answer, refuse)}\n`
      if (!isGone && answers !== '') await write(stdout, answers)
    }
  } catch (thrown) {
    if (!isGone) throw thrown
  } finally {
    // Each pending write emits an error.
    if (!isGone) stdout.off('error', leave)
  }
}

type Line = Uint8Array | 'too long'

async function* readLines(stdin: Readable): AsyncGenerator<Line[]> {
  let pieces: Uint8Array[] = []
  let size = 0
  const append = (piece: Uint8Array) => {
    size += piece.length
    // The line may be endless.
    if (size > MAX_LINE_BYTES) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }
  const takeLine = (): Line => {
    const line = size > MAX_LINE_BYTES ? 'too long' : Buffer.concat(pieces)
    pieces = []
    size = 0
    return line
  }
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    const lines: Line[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      append(bytes.subarray(start, end))
      lines.push(takeLine())
      start = end + 1
    }
    append(bytes.subarray(start))
    yield lines
  }
  if (size > 0) yield [takeLine()]
}

const NEWLINE = 0x0a
// The byte order mark, which is dropped, is not part of JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true })

async function answerText(line: Line, answer: AnswerLine, refuse: RefuseLine): Promise<string> {
  try {
    const text = decodeLine(line)
    const { value, fault } = readJson(text)
    if (fault) throw new AppError('INVALID_INPUT', { message: `This line is not JSON. ${faultText(fault)}` })
    return JSON.stringify(await answer(value, text))
  } catch (thrown) {
    if (!(thrown instanceof AppError)) console.error(thrown)
    return JSON.stringify(refuse(toPublicError(thrown)))
  }
}

function decodeLine(line: Line): string {
  if (line === 'too long') {
    const message = `This line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`
    throw new AppError('INVALID_INPUT', { message })
  }
  try {
    return utf8.decode(line)
  } catch {
    throw new AppError('INVALID_INPUT', { message: 'This line is not UTF-8 text.' })
  }
}

function write(stdout: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout.write(text)) return resolve()
    const resume = () => {
      stdout.off('drain', resume).off('close', resume).off('error', resume)
      resolve()
    }
    stdout.on('drain', resume).on('close', resume).on('error', resume)
  })
}
