// Recordings whose answers everyone may download.
import { expect, test } from 'vitest'
import { GET } from '#app/api/recordings/[id]/route.ts'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { addressFrom } from '../../protocols/session/network/address-from.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { contextFor, makeAdmin } from '../../testing/factories.ts'
import {
  makeOpenTotals,
  makeTotals,
  makeTotalsDraft,
  READ_TOTAL,
  setUpTotals,
} from '../../testing/setup/catalog/recorded-examples.ts'
import { SECRET } from '../../testing/setup/catalog/test-settings.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { listExampleChecks } from './list-example-checks.ts'
import { previewPublicRecording, publishRecording } from './public-recordings.ts'
import { getRecording } from './record-example.ts'

const db = database()
setUpTotals()

async function publishTotals(document = makeTotals()) {
  const draft = await makeTotalsDraft(document)
  const id = await draft.keep()
  const submitted = await submitDraft(draft.owner, { skillSetId: draft.skillSetId })
  if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  const approveIt = async () =>
    approve(await contextFor(await makeAdmin()), { submissionId: submitted.submissionId, reason: '' })
  return { ...draft, id, approveIt, which: { skillSetId: draft.skillSetId, id } }
}

const download = (id: string, headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost/api/recordings/${id}`, { headers }), { params: Promise.resolve({ id }) })

test('everyone downloads the answers of a recording while its publisher makes it public, without secrets and settings', async () => {
  const { owner, member, id, which, approveIt } = await publishTotals()

  await publishRecording(owner, { ...which, isPublic: true })
  expect((await download(id)).status).toBe(404)
  await approveIt()
  const answer = await download(id)
  const text = await answer.text()

  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(JSON.parse(text)).toMatchObject({
    exchanges: [
      {
        request: { method: 'GET', url: 'https://chat.example/totals' },
        response: { status: 200, body: { text: expect.stringContaining('Bearer {secret}') } },
      },
    ],
    output: { total: 10 },
    calls_left_out: 0,
  })
  expect(text).toBe((await previewPublicRecording(owner, which)).text)
  expect(text).not.toContain(SECRET)
  expect(text).not.toMatch(/sbxsec_|settings/)
  expect(await listExampleChecks(member, which.skillSetId)).toMatchObject([
    { canBePublic: true, publicAtMs: expect.any(Number) },
  ])

  await publishRecording(owner, { ...which, isPublic: false })
  expect((await download(id)).status).toBe(404)
  const audit = await db.auditEvent.findMany({
    where: { subjectId: which.skillSetId, action: 'recording.publish' },
    orderBy: { at: 'asc' },
  })
  expect(audit.map(({ data }) => data)).toMatchObject([{ isPublic: true }, { isPublic: false }])
})

test('a caller who has a recording gets no second copy, and more than sixty copies a minute are refused', async () => {
  const { owner, id, which, approveIt } = await publishTotals()
  await publishRecording(owner, { ...which, isPublic: true })
  await approveIt()
  const caller = { 'x-forwarded-for': '203.0.113.77' }
  const etag = (await download(id, caller)).headers.get('etag') ?? ''
  const { points } = RATE_LIMITS.recordingByCaller
  await countAttempt(db, RATE_LIMITS.recordingByCaller, addressFrom(caller['x-forwarded-for']), points)

  const again = await download(id, { ...caller, 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const refused = await download(id, caller)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])

  await publishRecording(owner, { ...which, isPublic: false })
  expect((await download(id, { ...caller, 'if-none-match': etag })).status).toBe(404)
})

test('a recording with what looks like a secret, or that nobody has kept, cannot be published', async () => {
  const { owner, which } = await publishTotals(
    makeTotals({ definition: READ_TOTAL.replace("'Done.'", "'sk_live_' + 'a1B2c3D4e5F6g7H8i9J0k1L2'") }),
  )

  const { secrets } = await previewPublicRecording(owner, which)
  expect(secrets).toEqual([expect.stringContaining('Stripe')])
  await expect(publishRecording(owner, { ...which, isPublic: true })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.stringContaining('Stripe'),
  })
  await db.exampleRecording.update({ where: { id: which.id }, data: { keptAt: null } })
  await expect(publishRecording(owner, { ...which, isPublic: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a recording with a secret in a JSON answer that the output lacks cannot be published', async () => {
  const value = 'q8ZrT5vN2mXw7LkP4cJd'
  const definition = READ_TOTAL.replace("'Bearer ' + config.token", `'${value}'`).replace(
    'total, token, at',
    'total, at',
  )
  const { owner, which } = await publishTotals({
    ...makeOpenTotals(),
    skills: makeTotals({ definition }).skills,
  })

  await expect(publishRecording(owner, { ...which, isPublic: true })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.stringContaining('a secret (q8Z…, 20 characters)'),
  })
  expect((await getRecording(owner, which)).secrets).toEqual(['a secret (q8Z…, 20 characters)'])
  expect(await db.exampleRecording.findUnique({ where: { id: which.id } })).toMatchObject({ publicAt: null })
})

test('plain members cannot publish a recording', async () => {
  const { member, which } = await publishTotals()

  await expect(publishRecording(member, { ...which, isPublic: true })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})
