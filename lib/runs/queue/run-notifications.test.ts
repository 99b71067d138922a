import { test } from 'vitest'
import { openWakeUpsOn } from './run-notifications.ts'

test('an abort while wake-ups are being subscribed to wakes at once', async () => {
  const { promise: subscribed, resolve } = Promise.withResolvers<() => void>()
  const ending = new AbortController()
  const opening = openWakeUpsOn(
    () => subscribed,
    () => true,
    { signal: ending.signal, pollMs: 600_000 },
  )
  ending.abort()
  resolve(() => {})

  const wakeUps = await opening
  await wakeUps.next()
  wakeUps.close()
})
