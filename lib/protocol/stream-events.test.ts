import { expect, test } from 'vitest'
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
