import { expect, test } from 'vitest'
import { type IsolateFrame, OutputLimitExceeded, readFrames, trimStack } from './read-frames.ts'

const BOUNDS = { totalBytes: 100_000, lineBytes: 50_000, lines: 50 }

async function read(text: string, { size = 7, bounds = BOUNDS } = {}): Promise<IsolateFrame[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const frames: IsolateFrame[] = []
  for await (const frame of readFrames(chunks(), bounds)) frames.push(frame)
  return frames
}

test('frames are read completely, wherever the chunks are split', async () => {
  const text = '{"kind":"log","level":"warn","text":"é","atMs":3}\n{"kind":"returned","value":{"a":[1]}}\n'

  for (const size of [1, 2, 7, 1000]) {
    expect(await read(text, { size })).toEqual([
      { kind: 'log', level: 'warn', text: 'é', atMs: 3 },
      { kind: 'returned', value: { a: [1] } },
    ])
  }
})

const garbage = [
  '',
  'null',
  '[]',
  '"returned"',
  '{"kind":"returned"}',
  '{"kind":"cancelled"}',
  '{"kind":"unavailable","message":"x"}',
  '{"kind":"limit","limit":"cpu"}',
  '{"kind":"log","level":"fatal","text":"x","atMs":1}',
  '{"kind":"returned","value":1',
  `{"kind":"returned","value":${'['.repeat(300)}${']'.repeat(300)}}`,
]

test.each(garbage)('%j is not a valid frame and is skipped', async (line) => {
  expect(await read(`${line}\n{"kind":"returned","value":1}\n`)).toEqual([{ kind: 'returned', value: 1 }])
})

test('brackets inside strings are not depth', async () => {
  const value = `${'['.repeat(300)}\\"${'{'.repeat(300)}`

  expect(await read(`{"kind":"returned","value":"${value}"}\n`)).toHaveLength(1)
})

test('fields of the wrong type are replaced, and long ones cut', async () => {
  const frames = await read(
    `{"kind":"progress","fraction":7,"note":{}}\n{"kind":"log","level":"log","text":"${'x'.repeat(9000)}","atMs":"soon"}\n{"kind":"threw","error":{"name":1,"message":[],"stack":null,"code":5,"recoverable":"yes"}}\n`,
  )

  expect(frames[0]).toEqual({ kind: 'progress', fraction: 1, note: '' })
  expect(frames[1]).toMatchObject({ atMs: 0 })
  expect(frames[1]?.kind === 'log' && frames[1].text.length).toBe(8192)
  expect(frames[2]).toEqual({ kind: 'threw', error: { name: 'Error', message: '', stack: 'Error: ' } })
})

test('a line or a whole that is too long ends the reading', async () => {
  await expect(read('x'.repeat(60_000))).resolves.toEqual([])
  await expect(read(`${'x'.repeat(60_000)}\n`)).rejects.toBeInstanceOf(OutputLimitExceeded)
  await expect(read('x\n'.repeat(60_000))).rejects.toBeInstanceOf(OutputLimitExceeded)
})

test.each(['', '{', '{"kind":"log","level":"log"}'])(
  'more lines of %j than a run may send end it, however few bytes they are',
  async (line) => {
    const lines = (count: number) => `${line}\n`.repeat(count)

    await expect(read(lines(51))).rejects.toThrow(OutputLimitExceeded)
    await expect(read(lines(50))).resolves.toBeInstanceOf(Array)
  },
)

const trimmed = (...frames: string[]) =>
  trimStack({ name: 'TypeError', message: 'no', stack: ['TypeError: no', ...frames].join('\n') })
    .split('\n')
    .slice(1)

test('the publisher’s frames stay, with the built-ins between them; the harness goes', () => {
  const frames = trimmed(
    '    at weigh (definition.js:5:9)',
    '    at Array.map (<anonymous>)',
    '    at definition.js:7:2',
    '    at async handler (definition.js:2:10)',
    '    at async run (harness.js:36:19)',
    '    at new Promise (<anonymous>)',
  )

  expect(frames).toEqual([
    '    at weigh (definition.js:5:9)',
    '    at Array.map (<anonymous>)',
    '    at definition.js:7:2',
    '    at async handler (definition.js:2:10)',
  ])
})

test('text that only resembles a stack is dropped', () => {
  expect(
    trimmed('    at /etc/passwd:1:1', 'anything\u001b[31m', '    at x (definition.js:1:1) <script>'),
  ).toEqual([])
})

test('a deep stack is cut to twenty frames', () => {
  expect(trimmed(...Array.from({ length: 50 }, () => '    at f (definition.js:1:1)'))).toHaveLength(20)
})

test('of a Python traceback the skill’s own frames stay, with their lines', () => {
  const stack = [
    'Traceback (most recent call last):',
    '  File "<exec>", line 20, in call_main',
    '    result = main(args)',
    '  File "main.py", line 4, in check',
    '    raise TooBig(n)',
    '    ^^^^^^^^^^^^^^^',
    'TooBig: 7',
  ].join('\n')

  expect(trimStack({ name: 'TooBig', message: '7', stack })).toBe(
    [
      'Traceback (most recent call last):',
      '  File "main.py", line 4, in check',
      '    raise TooBig(n)',
      '    ^^^^^^^^^^^^^^^',
      'TooBig: 7',
    ].join('\n'),
  )
})

test('of a Python traceback without a frame of the skill, only the exception stays', () => {
  const stack = 'Traceback (most recent call last):\n  File "/lib/x.py", line 1, in x\nValueError: no'

  expect(trimStack({ name: 'ValueError', message: 'no', stack })).toBe('ValueError: no')
})
