// A version in quarantine is refused in the same words on every channel, and by its callers in code.
import { beforeAll, expect, test } from 'vitest'
import { callOnEveryChannel } from '../../testing/call-channels/call-on-every-channel.ts'
import { makeCallers } from '../../testing/call-channels/make-callers.ts'
import { contextFor, makeAdmin, makePublishedVersion } from '../../testing/factories.ts'
import { quarantine } from './quarantine.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

let callers: Awaited<ReturnType<typeof makeCallers>>
beforeAll(async () => {
  callers = await makeCallers('1')
})

test('a version in quarantine is refused in the same words on every channel within five seconds', async () => {
  const version = await makePublishedVersion()
  const call = { skill: version.skillName, args: '{"name":"Ada"}' }
  const before = await callOnEveryChannel(callers, call)
  expect(Object.values(before).map(({ code }) => code)).toEqual(Object.keys(callers).map(() => 'OK'))
  const ctx = await contextFor(await makeAdmin())

  const startedAt = performance.now()
  await quarantine(ctx, { skillSetId: version.skillSetId, reason: 'It sends mails.' })
  const { 'plan step': _, ...others } = callers
  const verdicts = await callOnEveryChannel(callers, call, Object.keys(others))

  expect(performance.now() - startedAt).toBeLessThan(5_000)
  const [first] = Object.values(verdicts)
  expect(first).toMatchObject({
    code: 'SKILL_QUARANTINED',
    message: expect.stringContaining('is in quarantine until'),
    suggested_action: 'Wait, or use another skill.',
    charged: '0',
  })
  for (const [channel, verdict] of Object.entries(verdicts))
    expect([channel, verdict]).toEqual([channel, first])
})
