import { PassThrough, Readable, Writable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { type AnswerLine, answerJsonLines, MAX_LINE_BYTES } from './json-lines.ts'

/** Returns the answers to an input that arrives in these pieces. */
async function answersTo(pieces: (string | Buffer)[], answer: AnswerLine = echo): Promise<Json[]> {
  const stdout = new PassThrough()
  const written: Buffer[] = []
  stdout.on('data', (piece) => written.push(piece))
  await answerJsonLines(answer, { stdin: Readable.from(pieces), stdout })
  const text = Buffer.concat(written).toString()
  if (text === '') return []
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

const echo = (question: Json): Json => ({ got: question })
const asRefused = (message: string) => ({
  error: expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
})

describe('JSON lines', () => {
  // biome-ignore format: table
  const cases: [sentence: string, pieces: (string | Buffer)[], answers: unknown[]][] = [
    ['are answered one by one, in order',            ['1\n2\n3\n'],                     [{ got: 1 }, { got: 2 }, { got: 3 }]],
    ['need no newline after the last',               ['1\n2'],                          [{ got: 1 }, { got: 2 }]],
    ['may end as on Windows',                        ['1\r\n2\r\n'],                    [{ got: 1 }, { got: 2 }]],
    ['may begin with a byte order mark',             ['\ufeff{"a":1}\n2\n'],            [{ got: { a: 1 } }, { got: 2 }]],
    ['arrive in pieces, cut anywhere',               ['{"a', '":', '1}', '\n2', '\n'],  [{ got: { a: 1 } }, { got: 2 }]],
    ['arrive in pieces, cut inside a character',     [Buffer.from([0x22, 0xc3]), Buffer.from([0xa9, 0x22, 0x0a])], [{ got: 'é' }]],
    ['are none in an empty input',                   [''],                              []],
    ['keep their number when one is empty',          ['1\n\n3\n'],                      [{ got: 1 }, asRefused('the text ends unexpectedly'), { got: 3 }]],
    ['go on after one that is not JSON',             ['1\n{oops\n3\n'],                 [{ got: 1 }, asRefused('is not JSON'), { got: 3 }]],
    ['go on after one that is not UTF-8',            [Buffer.from([0x22, 0xff, 0x22, 0x0a]), '2\n'], [asRefused('not UTF-8'), { got: 2 }]],
    ['keep "__proto__", NUL and half characters',    ['{"__proto__":{"a":"\\u0000\\ud800"}}\n'], [{ got: JSON.parse('{"__proto__":{"a":"\\u0000\\ud800"}}') }]],
  ]
  test.each(cases)('JSON lines are read: %s', async (_, pieces, answers) => {
    expect(await answersTo(pieces)).toEqual(answers)
  })

  test('JSON lines continue after one that is nested too deeply', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

    expect(await answersTo([`${deep}\n2\n`], () => 'read')).toEqual([asRefused('nested deeper'), 'read'])
  })

  test('JSON lines continue after a refusal or an internal error, without revealing its details', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    const answer = (question: Json) => {
      if (question === 1) throw new AppError('INVALID_INPUT', { message: 'One is not a question.' })
      if (question === 2) throw new Error('a secret of ours')
      return { got: question }
    }
    const answers = await answersTo(['1\n2\n3\n'], answer)

    expect(answers).toMatchObject([
      { error: { message: 'One is not a question.' } },
      { error: { code: 'INTERNAL_ERROR' } },
      { got: 3 },
    ])
    expect(JSON.stringify(answers)).not.toContain('secret')
    expect(complaint).toHaveBeenCalledOnce()
    complaint.mockRestore()
  })

  test('endless JSON lines are refused without being buffered', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    function* pieces() {
      for (let sent = 0; sent <= MAX_LINE_BYTES; sent += piece.length) yield piece
      yield Buffer.from('\n2\n')
    }

    expect(await answersTo(pieces() as unknown as Buffer[])).toEqual([
      asRefused('longer than 32 MiB'),
      { got: 2 },
    ])
  })

  test('JSON lines are read no faster than their answers are taken', async () => {
    let asked = 0
    const callbacks: (() => void)[] = []
    const stdout = new Writable({
      highWaterMark: 1,
      write: (_piece, _encoding, done) => void callbacks.push(done),
    })
    const stdin = Readable.from(['1\n', '2\n', '3\n'])
    const done = answerJsonLines(() => ++asked, { stdin, stdout })

    await new Promise(setImmediate)
    expect(asked).toBe(1)
    while (asked < 3) {
      callbacks.shift()?.()
      await new Promise(setImmediate)
    }
    callbacks.shift()?.()
    await done
  })

  test('JSON lines end without an error when the reader is gone', async () => {
    let asked = 0
    const stdout = new Writable({ write: (_piece, _encoding, done) => done(new Error('EPIPE')) })
    function* pieces() {
      for (;;) yield '1\n'
    }

    await answerJsonLines(() => ++asked, { stdin: Readable.from(pieces()), stdout })

    expect(asked).toBeLessThan(100)
  })
})
