import { describe, expect, test } from 'vitest'
import { listAudit } from '../../audit/audit-log.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { contextFor, makeAdmin, makeUser, visitor } from '../../testing/factories.ts'
import { editDraft } from '../../testing/setup/catalog/submit-draft.ts'
import { makeChatDocument, SECRET, setUpTestSettings } from '../../testing/setup/catalog/test-settings.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { trySubmission } from '../review/read/try-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { checkDraft, getChecklist, startTestRun } from './check-draft.ts'
import { deleteDraft } from './draft-lifecycle.ts'
import { getDraft } from './get-draft.ts'
import { saveDraft } from './save-draft.ts'
import { getTestSettings, lendTestSettings, saveTestSettings, shareTestSettings } from './test-settings.ts'

const db = database()
const SET = { token: { kind: 'set', value: SECRET }, channel: { kind: 'set', value: 'dev' } }

const tryIt = (ctx: Context, skillSetId: string) =>
  startTestRun(ctx, { skillSetId, skillSlug: 'greet', args: { name: 'Ada' } })
const check = (ctx: Context, skillSetId: string) => checkDraft(ctx, { skillSetId, maxPrice: '0' })
const auditOf = async (skillSetId: string) =>
  (await db.auditEvent.findMany({ where: { subjectId: skillSetId }, orderBy: { at: 'asc' } })).map(
    ({ action, data }) => ({ action, data }),
  )

describe('test settings', () => {
  test('are sealed, shown without the secret, and audited by their keys when set and removed', async () => {
    const { owner, admin, skillSetId } = await setUpTestSettings()

    const saved = await saveTestSettings(admin, { skillSetId, changes: SET })
    const cleared = await saveTestSettings(owner, { skillSetId, changes: { channel: { kind: 'clear' } } })

    expect(saved.fields).toMatchObject([
      { definition: { key: 'token' }, hosts: ['chat.example'], set: { hint: 'cdef' } },
      { definition: { key: 'channel' }, value: 'dev' },
    ])
    expect(saved.missing).toEqual([])
    expect(cleared.fields.filter(({ set }) => set)).toHaveLength(1)
    const rows = await db.testConfigValue.findMany({ where: { skillSetId } })
    const audit = await auditOf(skillSetId)
    expect(audit).toMatchObject([
      { action: 'test_config.save', data: { set: ['token', 'channel'], cleared: [] } },
      { action: 'test_config.save', data: { set: [], cleared: ['channel'] } },
    ])
    const everything = JSON.stringify([
      saved,
      cleared,
      audit,
      rows.map((row) => Buffer.from(row.sealed).toString()),
    ])
    expect(everything).not.toContain(SECRET)
  })

  test.each([
    ['an unknown key', { colour: { kind: 'set', value: 'red' } }, '/colour'],
    ['a secret of seven characters', { token: { kind: 'set', value: '1234567' } }, '/token'],
    ['an object for a text', { channel: { kind: 'set', value: {} } }, '/channel'],
  ])('refuse %s next to its field, and save nothing', async (_, changes, path) => {
    const { owner, skillSetId } = await setUpTestSettings()

    const saving = saveTestSettings(owner, { skillSetId, changes: { ...SET, ...changes } })

    await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path }] } })
    expect(await db.testConfig.count({ where: { skillSetId } })).toBe(0)
  })

  test('are used by test runs of all members, which get a placeholder for the declared host', async () => {
    const { owner, member, sandbox, skillSetId } = await setUpTestSettings()
    await saveTestSettings(owner, { skillSetId, changes: SET })

    const run = await tryIt(member, skillSetId)
    await expect.poll(() => sandbox.jobs.length).toBe(1)

    const [job] = sandbox.jobs
    expect(job?.config).toEqual({ token: expect.stringMatching(/^sbxsec_/), channel: 'dev' })
    expect(job?.secrets).toMatchObject([{ key: 'token', value: SECRET, hosts: ['chat.example'] }])
    expect(JSON.stringify(await db.run.findUnique({ where: { id: run.id } }), bigintText)).not.toContain(
      SECRET,
    )
  })

  test('give way to a value for one run, which is not stored', async () => {
    const { owner, sandbox, skillSetId } = await setUpTestSettings()
    await saveTestSettings(owner, { skillSetId, changes: SET })

    const config = { token: 'another-token' }
    await startTestRun(owner, { skillSetId, skillSlug: 'greet', args: { name: 'Ada' }, config })
    await tryIt(owner, skillSetId)
    await expect.poll(() => sandbox.jobs.length).toBe(2)

    expect(sandbox.jobs.map(({ secrets }) => secrets?.[0]?.value).sort()).toEqual(['another-token', SECRET])
  })

  test('are withheld from a draft that sends the secret to another host, until they are entered again', async () => {
    const { owner, skillSet, sandbox, skillSetId } = await setUpTestSettings()
    await saveTestSettings(owner, { skillSetId, changes: SET })
    await editDraft(skillSet, { permissions: { secrets: [{ key: 'token', hosts: ['evil.example'] }] } })

    await expect(tryIt(owner, skillSetId)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { message: expect.stringContaining('Chat token (token) were entered for other hosts') },
    })
    expect((await getTestSettings(owner, skillSetId)).fields[0]).toMatchObject({ isUnusable: true })
    expect(sandbox.jobs).toEqual([])

    await saveTestSettings(owner, { skillSetId, changes: { token: SET.token } })
    await tryIt(owner, skillSetId)
    await expect.poll(() => sandbox.jobs[0]?.secrets).toMatchObject([{ hosts: ['evil.example'] }])
  })

  test.each([
    ['another host', { network: ['chat.example', 'evil.example'] }],
    ['any address', { network: ['chat.example'], urlParameters: ['url'] }],
    ['another skill', { network: ['chat.example'], skills: ['evil.desk.take'] }],
  ])('that code reads are withheld once the draft reaches %s, too', async (_, more) => {
    const raw = { key: 'token', hosts: ['chat.example'], exposure: 'raw' as const, reason: 'It signs.' }
    const permissions = { secrets: [raw], network: ['chat.example'] }
    const { owner, skillSet, sandbox, skillSetId } = await setUpTestSettings({
      ...makeChatDocument(),
      permissions,
    })
    await saveTestSettings(owner, { skillSetId, changes: SET })
    await tryIt(owner, skillSetId)
    await expect.poll(() => sandbox.jobs[0]?.config).toMatchObject({ token: SECRET })

    await editDraft(skillSet, { permissions: { ...permissions, ...more } })

    await expect(tryIt(owner, skillSetId)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect((await getTestSettings(owner, skillSetId)).fields[0]).toMatchObject({ isUnusable: true })
  })

  test('are in no document, export and version', async () => {
    const { owner, skillSetId } = await setUpTestSettings()
    await saveTestSettings(owner, { skillSetId, changes: SET })
    await submitDraft(owner, { skillSetId })

    const kept = [
      await getDraft(owner, skillSetId),
      await db.version.findMany({ where: { skillSetId } }),
      await db.submission.findMany({ where: { version: { skillSetId } } }),
      await db.draftCheck.findMany({ where: { skillSetId } }),
      await db.run.findMany({ where: { skillSetId } }),
    ]
    expect(JSON.stringify(kept, bigintText)).not.toContain(SECRET)
  })

  test('are deleted with the draft', async () => {
    const { owner, skillSet, skillSetId, document } = await setUpTestSettings()
    await db.version.create({
      data: {
        ...{ skillSetId, number: '0.9.0', state: 'PUBLISHED', visibility: 'PUBLIC' },
        document: document as unknown as Json & object,
      },
    })
    await saveTestSettings(owner, { skillSetId, changes: SET })

    await deleteDraft(owner, { skillSetId: skillSet.id, revision: 1 })

    expect(await db.testConfigValue.count({ where: { skillSetId } })).toBe(0)
    await expect(getTestSettings(owner, skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(saveTestSettings(owner, { skillSetId, changes: SET })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('the checks of a skill that needs a secret', () => {
  test('run its examples with the test settings, and again after these were changed', async () => {
    const { owner, sandbox, skillSetId } = await setUpTestSettings()
    await saveTestSettings(owner, { skillSetId, changes: SET })

    const { lines, offer } = await check(owner, skillSetId)

    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    expect(lines.find(({ id }) => id === 'examples')?.advice).toBeUndefined()
    expect(offer.effects).toContain('Sends your “Chat token” to chat.example only. Its code cannot read it.')
    expect(sandbox.jobs).toMatchObject([{ secrets: [{ value: SECRET }] }])

    await saveTestSettings(owner, { skillSetId, changes: { channel: { kind: 'set', value: 'ops' } } })
    expect(await getChecklist(owner, skillSetId)).toMatchObject({ checkedAtMs: null })
  })

  test('leave its examples out without a test setting, which the checklist and reviewers are told', async () => {
    const { owner, sandbox, skillSetId } = await setUpTestSettings()

    const { lines } = await check(owner, skillSetId)
    const submitted = await submitDraft(owner, { skillSetId })

    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    expect(lines.find(({ id }) => id === 'examples')?.advice).toEqual([
      expect.stringContaining('Example 1 of greet was not run: it needs the secret Chat token.'),
    ])
    expect(sandbox.jobs).toEqual([])
    if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    const page = await getSubmission(await contextFor(await makeAdmin()), submitted.submissionId)
    expect(page.examples).toMatchObject([{ run: null, notRun: 'needs the secret Chat token' }])
  })

  test('fail for a required setting that is no secret', async () => {
    const document = makeChatDocument()
    const { owner, skillSetId } = await setUpTestSettings({
      ...document,
      configDefinitions: [{ key: 'zone', label: 'Zone', type: 'STRING', required: true, order: 1 }],
      permissions: {},
    })

    const { lines } = await check(owner, skillSetId)

    expect(lines.find(({ id }) => id === 'examples')).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining('needs a value for Zone (zone)') }],
    })
  })

  test('are dry runs where the skill changes something and supports them', async () => {
    const effects = { riskLevel: 'writes' as const, sideEffects: ['posts a message'] }
    const posting = makeChatDocument({ dryRun: 'supported', ...effects })
    const cases = [
      [posting, true, 1],
      [makeChatDocument(effects), false, 0],
      [makeChatDocument({ dryRun: 'supported' }), false, 0],
    ] as const
    for (const [document, dryRun, dryRuns] of cases) {
      const { owner, sandbox, skillSetId } = await setUpTestSettings(document)
      await saveTestSettings(owner, { skillSetId, changes: SET })

      expect(await check(owner, skillSetId)).toMatchObject({ offer: { examples: 1, dryRuns } })
      expect(sandbox.jobs).toMatchObject([{ context: { dryRun } }])
    }
  })
})

describe('an example with a value for a secret', () => {
  const config = { token: SECRET }
  const document = makeChatDocument({ examples: [{ title: 'Ada', input: { name: 'Ada' }, config }] })

  test('is refused when the draft is saved, without repeating the value', async () => {
    const { owner, skillSetId } = await setUpTestSettings()

    const saving = saveDraft(owner, { skillSetId, document: document as unknown as Json, revision: 1 })

    const refusal = await saving.catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/skills/0/examples/0/config/token', keyword: 'example-secret' }] },
    })
    expect(JSON.stringify(refusal.options)).not.toContain(SECRET)
  })

  test('is refused when a draft of before is submitted', async () => {
    const { owner, skillSetId } = await setUpTestSettings(document)

    await expect(submitDraft(owner, { skillSetId })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { issues: [{ path: '/skills/0/examples/0/config/token' }] },
    })
  })
})

describe('a reviewer', () => {
  async function submitted(document = makeChatDocument()) {
    const made = await setUpTestSettings(document)
    const { owner, sandbox, skillSetId } = made
    await saveTestSettings(owner, { skillSetId, changes: SET })
    const answer = await submitDraft(owner, { skillSetId })
    if (answer.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    sandbox.jobs.length = 0
    const reviewer = await contextFor(await makeAdmin(), { sandbox })
    const { submissionId } = answer
    const run = (config = {}) =>
      trySubmission(reviewer, { submissionId, skillSlug: 'greet', args: { name: 'Ada' }, config })
    return { ...made, reviewer, submissionId, run }
  }

  test('does not get the test settings unless the publisher allows it', async () => {
    const { run, reviewer, submissionId } = await submitted()

    await expect(run()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect((await getSubmission(reviewer, submissionId)).reviewer).toMatchObject({ testSettings: [] })
  })

  test('who is allowed runs with them in the hosts that were submitted, and each use is audited', async () => {
    const { owner, run, reviewer, submissionId, skillSet, sandbox, skillSetId } = await submitted()
    await shareTestSettings(owner, { skillSetId, forReviewers: true })
    // The draft goes on, but the reviewer runs what was submitted.
    await editDraft(skillSet, { permissions: { secrets: [{ key: 'token', hosts: ['later.example'] }] } })

    await run()
    await run({ token: 'of-the-reviewer' })
    await expect.poll(() => sandbox.jobs.length).toBe(2)

    const page = await getSubmission(reviewer, submissionId)
    expect(page.reviewer).toMatchObject({ testSettings: ['Chat token', 'Channel'] })
    expect(sandbox.jobs.map(({ secrets }) => secrets?.[0]?.value).sort()).toEqual(['of-the-reviewer', SECRET])
    for (const { secrets } of sandbox.jobs) expect(secrets).toMatchObject([{ hosts: ['chat.example'] }])
    expect((await auditOf(skillSetId)).filter(({ action }) => action !== 'test_config.save')).toMatchObject([
      { action: 'test_config.share', data: { forReviewers: true } },
      { action: 'test_config.use', data: { submissionId, keys: ['token', 'channel'] } },
      { action: 'test_config.use', data: { submissionId, keys: ['channel'] } },
    ])
    expect(JSON.stringify(await listAudit(reviewer, {}))).not.toContain(SECRET)
  })

  test('loses them when the publisher ends it, or deletes the draft', async () => {
    const { owner, run, skillSetId } = await submitted()
    await shareTestSettings(owner, { skillSetId, forReviewers: true })
    await shareTestSettings(owner, { skillSetId, forReviewers: false })
    await expect(run()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

    await shareTestSettings(owner, { skillSetId, forReviewers: true })
    await db.draft.delete({ where: { skillSetId } })
    await expect(run()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})

describe('people who are no admins of the publisher', () => {
  const acts: [string, (ctx: Context, skillSetId: string) => Promise<unknown>][] = [
    ['see no test settings', getTestSettings],
    ['set none', (ctx, skillSetId) => saveTestSettings(ctx, { skillSetId, changes: SET })],
    ['share none', (ctx, skillSetId) => shareTestSettings(ctx, { skillSetId, forReviewers: true })],
    ['lend none', (ctx, skillSetId) => lendTestSettings(ctx, { skillSetId, forLiveChecks: true })],
  ]

  test.each(acts)('%s', async (_, act) => {
    const { member, skillSetId } = await setUpTestSettings()

    await expect(act(member, skillSetId)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    for (const stranger of [await makeUser(), await makeAdmin()])
      await expect(act(await contextFor(stranger), skillSetId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(visitor(), skillSetId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await db.testConfig.count({ where: { skillSetId } })).toBe(0)
  })
})

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
