import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { makeUser } from '../../testing/factories.ts'
import { beginAttempt, listAttempts, listAttemptsSince, recordAttempt } from './plan-attempts.ts'
import { insertPlanRun } from './plan-runs.ts'

const result = (callId: string) => ({ callId, ok: true, status: 'ok' }) as ToolResult

async function makeRun(): Promise<string> {
  const user = await makeUser()
  const { id } = await insertPlanRun(database(), {
    id: `plan_${crypto.randomUUID()}`,
    organisationId: user.organisation.id,
    userId: user.id,
    keyId: null,
    channel: 'rest',
    timeZone: 'UTC',
    savedPlanId: null,
    state: 'running',
    dryRun: false,
    maxPriceMicros: null,
    confirmedById: null,
    confirmedByName: null,
    confirmedAt: null,
    resumedFromId: null,
    document: {},
    verdicts: [],
  })
  return id
}

const attemptRef = (planRunId: string, unit: string) => ({ planRunId, unit, attempt: 1, stepId: unit })

test('the list of results is the same for new and returning readers, and no result is fetched twice', async () => {
  const [db, id] = [database(), await makeRun()]
  await recordAttempt(db, attemptRef(id, 'a'), result('a'))
  await beginAttempt(db, attemptRef(id, 'b'))
  const seen = await listAttempts(db, id)
  const marked = seen.map((row) => (row.result ? { ...row, result: result('as it was seen') } : row))

  await recordAttempt(db, attemptRef(id, 'b'), result('b'))
  await recordAttempt(db, attemptRef(id, 'c'), result('c'))
  await beginAttempt(db, attemptRef(id, 'd'))

  const known = (rows: typeof seen) => rows.map(({ unit, result }) => [unit, result?.callId ?? null])
  expect(await listAttemptsSince(db, id, seen)).toEqual(await listAttempts(db, id))
  expect(known(await listAttemptsSince(db, id, marked))).toEqual([
    ['a', 'as it was seen'],
    ['b', 'b'],
    ['c', 'c'],
    ['d', null],
  ])
})

test('results are numbered by revision, even if written simultaneously', async () => {
  const [db, id] = [database(), await makeRun()]

  await Promise.all([...'abcdef'].map((unit) => recordAttempt(db, attemptRef(id, unit), result(unit))))
  await recordAttempt(db, attemptRef(id, 'a'), result('second'))

  const rows = await listAttempts(db, id)
  expect(rows.map(({ revision }) => revision!).sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(rows.find(({ unit }) => unit === 'a')?.result?.callId).toBe('a')
})
