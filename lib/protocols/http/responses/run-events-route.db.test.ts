import { beforeAll, describe, expect, test } from 'vitest'
import { GET } from '#app/api/runs/[id]/events/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { notifyRun } from '../../../runs/queue/run-notifications.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser, type TestUser } from '../../../testing/factories.ts'

let user: TestUser
let key: string
let runId: string

async function makeKey(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

beforeAll(async () => {
  user = await makeUser()
  key = await makeKey(user, ['run'])
  const { skillName } = await makePublishedVersion()
  const run = await runToEnd(await contextFor(user), { skill: { name: skillName }, args: { name: 'Ada' } })
  runId = run.id
})

function follow(id: string, { bearer = key, last }: { bearer?: string; last?: string } = {}) {
  const headers = { authorization: `Bearer ${bearer}`, ...(last && { 'last-event-id': last }) }
  const request = new Request(`http://localhost/api/runs/${id}/events`, { headers })
  return GET(request, { params: Promise.resolve({ id }) })
}

/** Returns the id and data of up to `count` events. */
async function readEvents(response: Response, count: number) {
  const events: { id: string; run: Record<string, unknown> }[] = []
  let text = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  while (events.length < count) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
    for (const [whole, id = '', data = ''] of text.matchAll(/id: (.+)\ndata: (.+)\n\n/g)) {
      events.push({ id, run: JSON.parse(data) })
      text = text.replace(whole, '')
    }
  }
  await reader.cancel().catch(() => {})
  return events
}

/** Sets the run's state and progress, and notifies subscribers. */
async function set(state: 'running' | 'succeeded', progress?: number): Promise<void> {
  await database().run.update({ where: { id: runId }, data: { state, progress } })
  await notifyRun(database(), { runId, organisationId: user.organisation.id, kind: 'moved' })
}

describe('a run with a key', () => {
  test('that has ended is sent once, as GET returns it, and the stream ends', async () => {
    const response = await follow(runId)

    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await readEvents(response, 9)).toMatchObject([
      { id: '3.0', run: { run_id: runId, status: 'completed', output: { message: 'Hello.' } } },
    ])
  })

  test('is not sent again to a client that received its end', async () => {
    expect((await follow(runId, { last: '3.0' })).status).toBe(204)
  })

  test('is resumed where the client left off', async () => {
    await set('running', 0.4)
    expect(await readEvents(await follow(runId, { last: '1.0' }), 1)).toMatchObject([
      { id: '2.400', run: { status: 'running', progress: 0.4 } },
    ])

    // The response begins although nothing is new, and the next change is the first event.
    const response = await follow(runId, { last: '2.400' })
    const events = readEvents(response, 2)
    await set('running', 0.8)
    await set('succeeded')

    const ids = (await events).map(({ id }) => id)
    expect(ids.at(-1)).toBe('3.0')
    expect(ids).not.toContain('2.400')
  })
})

describe('is refused', () => {
  const refusal = async (answer: Promise<Response>) => {
    const response = await answer
    return [response.status, (await response.json()).error.code]
  }

  test('to a wrong key, one of another organisation, and one that may neither run nor read', async () => {
    const [theirs, writes] = [
      await makeKey(await makeUser(), ['run', 'read']),
      await makeKey(user, ['write']),
    ]

    expect(await refusal(follow(runId, { bearer: 'gh_wrong' }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refusal(follow(runId, { bearer: theirs }))).toEqual([404, 'NOT_FOUND'])
    expect(await refusal(follow(runId, { bearer: theirs, last: '3.0' }))).toEqual([404, 'NOT_FOUND'])
    expect(await refusal(follow(runId, { bearer: writes }))).toEqual([403, 'POLICY_DENIED'])
    expect(await refusal(follow('run_nothing'))).toEqual([404, 'NOT_FOUND'])
  })
})
