import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventIdOf, isEventKnown, streamEvents } from './stream-events.ts'

const never = new AbortController().signal

test('sends each value as one numbered event and ends with the work', async () => {
  const response = await streamEvents(never, async (send) => {
    send({ a: 1 })
    send('two\nlines')
  })

  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(await response.text()).toBe('id: 1\ndata: {"a":1}\n\nid: 2\ndata: "two\\nlines"\n\n')
})

test('throws errors before the first value, so that they can be answered with a status', async () => {
  const failing = streamEvents(never, async () => {
    throw new Error('not yours')
  })

  await expect(failing).rejects.toThrow('not yours')
})

test('notifies the work when the client disconnects', async () => {
  const aborted = Promise.withResolvers<void>()
  const response = await streamEvents(never, async (send, signal) => {
    send(1)
    signal.addEventListener('abort', () => aborted.resolve())
    const again = setInterval(() => send(2), 1)
    await aborted.promise
    clearInterval(again)
  })

  await response.body?.cancel()
  await aborted.promise
})

describe('a reader that does not read', () => {
  afterEach(() => void vi.useRealTimers())
  const kilobytes = 'x'.repeat(32 * 1024)

  test('delays the writers, and receives everything once it reads', async () => {
    let sent = 0
    const response = await streamEvents(never, async (send) => {
      for (; sent < 40; sent += 1) await send(`${sent} ${kilobytes}`)
    })
    await new Promise(setImmediate)

    expect(sent).toBeLessThan(5)
    const received = (await response.text()).matchAll(/^data: "(\d+)/gm)
    expect([...received].map(([, number]) => Number(number))).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  test('is disconnected if too much is queued without waiting', async () => {
    let sent = 0
    const response = await streamEvents(never, async (send, signal) => {
      for (; !signal.aborted && sent < 1_000; sent += 1) void send(kilobytes)
    })

    expect(sent).toBeLessThan(200)
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is disconnected after a minute, even if everything was written', async () => {
    vi.useFakeTimers()
    const going = Promise.withResolvers<void>()
    const response = await streamEvents(never, async (send, signal) => {
      signal.addEventListener('abort', () => going.resolve())
      await send(kilobytes.repeat(9))
    })

    await vi.advanceTimersByTimeAsync(50_000)
    const reader = response.body!.getReader()
    await reader.read()
    await vi.advanceTimersByTimeAsync(50_000)
    await expect(reader.read()).resolves.toMatchObject({ done: false })
    await vi.advanceTimersByTimeAsync(80_000)

    await going.promise
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is not let go while there is nothing to read', async () => {
    vi.useFakeTimers()
    const over = Promise.withResolvers<void>()
    const response = await streamEvents(never, async (send) => {
      await send(1)
      await over.promise
      await send(2)
    })
    const text = response.text()

    await vi.advanceTimersByTimeAsync(300_000)
    over.resolve()

    expect(await text).toContain('data: 2')
  })
})

test.each([
  [{ state: 'queued' }, '1.0'],
  [{ state: 'running' }, '2.0'],
  [{ state: 'running', progress: 0.4 }, '2.400'],
  [{ state: 'running', progress: 7 }, '2.1000'],
  [{ state: 'succeeded' }, '3.0'],
  [{ state: 'cancelled', progress: 0.2 }, '3.0'],
  [{ state: 'running', progress: 0.4, partCount: 7 }, '2.400.7'],
  [{ state: 'succeeded', partCount: 7 }, '3.0.7'],
] as const)('%j is %s', (run, id) => {
  expect(eventIdOf(run)).toBe(id)
})

test.each([
  ['1.0', '1.0', true],
  ['2.0', '1.0', false],
  ['2.400', '2.300', false],
  ['2.300', '2.400', true],
  ['2.1000', '2.999', false],
  ['3.0', '2.1000', false],
  ['2.1000', '3.0', true],
  ['3.0', '3.0', true],
  ['3.0', null, false],
  ['3.0', '', false],
  ['3.0', '7', false],
  ['3.0', '9.9', false],
  ['3.0.2', '3.0', false],
  ['3.0.2', '3.0.2', true],
  ['3.0.2', '2.0.2', false],
  ['2.400.2', '2.400.3', true],
])('%s after %s was received: %s', (id, last, expected) => {
  expect(isEventKnown(id, last)).toBe(expected)
})
