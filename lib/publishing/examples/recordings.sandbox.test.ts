// Examples that reach a host: recorded live, and checked from the recording from then on.
import { expect, test, vi } from 'vitest'
import { sweepBlobs } from '../../blobs/blobs.ts'
import { sumSkills } from '../../blobs/rows/storage-entries.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  makeTotals,
  makeTotalsDraft,
  READ_TOTAL,
  setUpTotals,
} from '../../testing/setup/catalog/recorded-examples.ts'
import { SECRET, setUpTestSettings } from '../../testing/setup/catalog/test-settings.ts'
import {
  deleteRecording,
  downloadRecording,
  getRecording,
  keepRecording,
  listRecordings,
  recordExample,
} from '../drafts/record-example.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { openKeptRecording, openRecordingOfVersion } from './recordings.ts'

const db = database()
const host = setUpTotals()

test('a recorded example passes while its host is down, and fails with the path when the code changes', async () => {
  const { keep, change, checkExamples } = await makeTotalsDraft()
  await keep()
  await host.close()

  expect(await checkExamples()).toMatchObject({ ok: true })

  await change(makeTotals({ definition: READ_TOTAL.replace(".', total", ".', total: total * 2") }))
  const failed = await checkExamples()

  expect(failed).toMatchObject({ ok: false })
  expect(failed?.issues[0]?.message).toContain('the output differs from the recorded one at /total.')
})

test('a recording has the requests, what differed between two runs, and no secret', async () => {
  const { owner, skillSetId, request } = await makeTotalsDraft()
  const recording = await recordExample(owner, request)

  expect(recording).toMatchObject({
    made: [{ kind: 'request', method: 'GET', url: 'https://chat.example/totals', status: 200 }],
    output: { total: 10 },
    noise: [{ kind: 'ignore', path: '/at' }],
    keptAtMs: null,
  })
  expect(host.authorizations).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`])
  const downloaded = [
    await getRecording(owner, { skillSetId, id: recording.id }),
    await downloadRecording(owner, { skillSetId, id: recording.id }),
  ]
  const stored = await db.exampleRecording.findUnique({ where: { id: recording.id } })
  expect(JSON.stringify([recording, downloaded])).not.toContain(SECRET)
  expect(Buffer.from(stored?.sealed ?? []).toString('latin1')).not.toContain('chat.example')
})

test('what looks like a secret in a response is named before the recording is kept', async () => {
  const { owner, request } = await makeTotalsDraft(
    makeTotals({ definition: READ_TOTAL.replace("'Done.'", "'sk_live_' + 'a1B2c3D4e5F6g7H8i9J0k1L2'") }),
  )

  expect((await recordExample(owner, request)).secrets).toEqual([expect.stringContaining('Stripe')])
})

test('a large recording is kept encrypted in the content store, counts as storage, and goes with its example', async () => {
  const { owner, skillSetId, request, keep, checkExamples } = await makeTotalsDraft()
  // 9 MB of JSON with text that is easy to find.
  host.filler = 'find me '.repeat(1_150_000)
  const { organisationId } = owner.viewer!
  const used = async () => (await sumSkills(db, { organisationId })).organisation
  const before = await used()

  const id = await keep()

  const row = await db.exampleRecording.findUniqueOrThrow({ where: { id }, include: { content: true } })
  expect(row.sealed.length).toBeLessThan(500)
  expect(row.content?.sizeBytes).toBeGreaterThan(9_000_000n)
  expect((await used()) - before).toBe(row.sizeBytes)
  const chunks = await db.blobChunk.findMany({ where: { contentId: row.contentId! } })
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).includes('find me')).toBe(false)
  await host.close()
  expect(await checkExamples()).toMatchObject({ ok: true })
  expect((await downloadRecording(owner, { skillSetId, id })).text).toContain('find me find me')
  await sweepBlobs({ db })
  expect(await db.blobContent.count({ where: { id: row.contentId! } })).toBe(1)

  await deleteRecording(owner, { skillSetId, id })
  await sweepBlobs({ db })
  expect(await db.blobContent.count({ where: { id: row.contentId! } })).toBe(0)
  expect(await used()).toBe(before)
  expect(await listRecordings(owner, request.skillSetId)).toEqual([])
})

test('a recording for which the publisher has no room is refused, and nothing of it stays', async () => {
  const { owner, skillSetId, request } = await makeTotalsDraft()
  host.filler = 'x'.repeat(2_000_000)
  vi.stubEnv('GUILDHALL_SKILL_FILE_QUOTA_MB', '1')
  const contents = await db.blobContent.count()

  await expect(recordExample(owner, request)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  expect(await db.exampleRecording.count({ where: { skillSetId } })).toBe(0)
  expect(await db.blobContent.count()).toBe(contents)
})

test('a recording that nobody has kept is not used, and the next one replaces it', async () => {
  const { owner, skillSetId, request, checkExamples } = await makeTotalsDraft()
  await recordExample(owner, request)
  await recordExample(owner, request)

  expect(await listRecordings(owner, skillSetId)).toEqual([
    { skillSlug: 'totals', exampleIndex: 0, pending: expect.objectContaining({ keptAtMs: null }) },
  ])
  host.authorizations = []
  expect(await checkExamples()).toMatchObject({ ok: true })
  expect(host.authorizations).toHaveLength(1)
})

test('an example whose input changes runs live until it is recorded again', async () => {
  const { keep, change, checkExamples } = await makeTotalsDraft()
  await keep()
  await change(makeTotals({ examples: [{ title: 'All', input: { page: 2 } }] }))
  host.authorizations = []
  await checkExamples()

  expect(host.authorizations).toHaveLength(1)
})

test('an example that fails is not recorded', async () => {
  const { owner, request } = await makeTotalsDraft(
    makeTotals({ definition: READ_TOTAL.replace('const {', 'throw new Error("no"); const {') }),
  )

  await expect(recordExample(owner, request)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect(await db.exampleRecording.count({ where: { skillSetId: request.skillSetId } })).toBe(0)
})

test('plain members and other people cannot record, keep, delete or read recordings', async () => {
  const { owner, member, skillSetId, request } = await makeTotalsDraft()
  const stranger = (await setUpTestSettings()).owner
  const { id } = await recordExample(owner, request)

  for (const [ctx, code] of [
    [{ ...member, sandbox: owner.sandbox }, 'POLICY_DENIED'],
    [stranger, 'NOT_FOUND'],
  ] as const) {
    await expect(recordExample(ctx, request)).rejects.toMatchObject({ code })
    await expect(keepRecording(ctx, { skillSetId, id })).rejects.toMatchObject({ code })
    await expect(deleteRecording(ctx, { skillSetId, id })).rejects.toMatchObject({ code })
  }
  for (const read of [getRecording, downloadRecording])
    await expect(read(member, { skillSetId, id })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(getRecording(stranger, { skillSetId, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(downloadRecording(stranger, { skillSetId, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listRecordings(stranger, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getRecording(owner, { skillSetId, id: 'not-an-id' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a deleted recording is gone, and the example runs live again', async () => {
  const { owner, skillSetId, keep, checkExamples } = await makeTotalsDraft()
  const id = await keep()
  await deleteRecording(owner, { skillSetId, id })
  host.authorizations = []
  await checkExamples()

  expect(await listRecordings(owner, skillSetId)).toEqual([])
  expect(host.authorizations).toHaveLength(1)
})

test('a version keeps the recording with which it was submitted when its publisher records the example again', async () => {
  const { owner, skillSetId, keep } = await makeTotalsDraft()
  const first = await keep()
  const { versionId } = await submitDraft(owner, { skillSetId })
  host.total = 12
  const second = await keep()
  const example = { title: 'All', input: {} }
  const asked = { skillSetId, skillSlug: 'totals', example }

  expect(await openKeptRecording(asked)).toMatchObject({ id: second, output: { total: 12 } })
  expect(await openRecordingOfVersion({ ...asked, versionId, exampleIndex: 0 })).toMatchObject({
    id: first,
    output: { total: 10 },
  })
  expect(await openRecordingOfVersion({ ...asked, versionId: 'none', exampleIndex: 0 })).toMatchObject({
    id: second,
  })
})
