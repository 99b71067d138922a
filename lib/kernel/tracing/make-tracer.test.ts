import { expect, test } from 'vitest'
import { startCollector } from '../../testing/start-collector.ts'
import { tracer } from './tracing.ts'

test('a flush also waits for the spans that are being sent', async () => {
  const collector = await startCollector()
  try {
    tracer()?.addSpan('sent', { startMs: 0, endMs: 1 })
    const sending = tracer()?.flush()

    expect((await collector.spans()).map(({ name }) => name)).toEqual(['sent'])

    await sending
  } finally {
    await collector.stop()
  }
})
