import { afterEach, describe, expect, test, vi } from 'vitest'
import { streamEvents } from './stream-events.ts'

const never = new AbortController().signal

test('sends each value as one numbered event and ends with the work', async () => {
  const response = await streamEvents(never, async (send) => {
    send({ a: 1 })
    send('two\nlines')
  })

  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(await response.text()).toBe('id: 1\ndata: {"a":1}\n\nid: 2\ndata: "two\\nlines"\n\n')
})

test('throws what fails before the first value, so that it can be answered with a status', async () => {
  const failing = streamEvents(never, async () => {
    throw new Error('not yours')
  })

  await expect(failing).rejects.toThrow('not yours')
})

test('tells the work when the listener has gone', async () => {
  const told = Promise.withResolvers<void>()
  const response = await streamEvents(never, async (send, signal) => {
    send(1)
    signal.addEventListener('abort', () => told.resolve())
    const again = setInterval(() => send(2), 1)
    await told.promise
    clearInterval(again)
  })

  await response.body?.cancel()
  await told.promise
})

describe('a reader that does not read', () => {
  afterEach(() => void vi.useRealTimers())
  const kilobytes = 'x'.repeat(32 * 1024)

  test('makes those wait who tell it something, and gets all of it once it reads', async () => {
    let told = 0
    const response = await streamEvents(never, async (send) => {
      for (; told < 40; told += 1) await send(`${told} ${kilobytes}`)
    })
    await new Promise(setImmediate)

    expect(told).toBeLessThan(5)
    const heard = (await response.text()).matchAll(/^data: "(\d+)/gm)
    expect([...heard].map(([, number]) => Number(number))).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  test('is cut off by what is told without waiting for it', async () => {
    let told = 0
    const response = await streamEvents(never, async (send, signal) => {
      for (; !signal.aborted && told < 1_000; told += 1) void send(kilobytes)
    })

    expect(told).toBeLessThan(200)
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is let go after a minute, also when everything was said', async () => {
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
