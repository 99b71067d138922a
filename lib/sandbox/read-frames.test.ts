import { expect, test } from 'vitest'
import { type Frame, readFrames, TooMuchSaid } from './read-frames.ts'

const BOUNDS = { totalBytes: 100_000, lineBytes: 50_000 }

async function read(text: string, { size = 7, bounds = BOUNDS } = {}): Promise<Frame[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const frames: Frame[] = []
  for await (const frame of readFrames(chunks(), bounds)) frames.push(frame)
  return frames
}

test('frames are read whole, wherever the chunks are cut', async () => {
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

test.each(garbage)('%j is no frame and is skipped', async (line) => {
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
  await expect(read(`${'x'.repeat(60_000)}\n`)).rejects.toBeInstanceOf(TooMuchSaid)
  await expect(read('x\n'.repeat(60_000))).rejects.toBeInstanceOf(TooMuchSaid)
})
