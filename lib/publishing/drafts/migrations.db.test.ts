// The migration of a new major version is tested before submission and shown to the reviewer.
import { describe, expect, test } from 'vitest'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { install } from '../../installs/change-install.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import { getSubmission } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { checkDraft, tryDraftMigrations } from './check-draft.ts'

const OLD = makeSkillDocument({
  parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  examples: [{ title: 'Greet Ada', input: { who: 'Ada' } }],
})
const migrations = [{ from: '1', definition: 'function migrate({ who }) { return { name: who } }' }]

const fakeSandbox = (migrated: Json) =>
  endsWith(({ runId }) => ({
    ...{ kind: 'returned', durationMs: 1, logs: [] },
    value: runId === 'migration' ? migrated : { message: 'Hello, Ada!' },
  }))

/** Publishes 1.0.0, which takes `who`, and makes 2.0.0 the draft, which takes `name`. */
async function nextMajor(
  changes: Partial<SkillSetDocument> = { migrations },
  migrated: Json = { name: 'Ada' },
) {
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [OLD] }) })
  const { skillSet, skillSetId } = version
  const document = { ...skillSet.document, version: '2.0.0', skills: [makeSkillDocument()], ...changes }
  await database().draft.update({
    where: { skillSetId },
    data: { document: document as unknown as Json & object },
  })
  const ctx = await contextFor(skillSet.publisher.owner, { sandbox: fakeSandbox(migrated) })
  const line = async () =>
    (await checkDraft(ctx, { skillSetId, maxPrice: '0' })).lines.find(({ id }) => id === 'migrations')
  return { version, skillSet, skillSetId, ctx, line }
}

describe('a migration', () => {
  test('is tested on the examples of the last release of its major, and the results are stored for the review', async () => {
    const { ctx, skillSetId, line } = await nextMajor()
    expect(await line()).toMatchObject({ ok: true })

    const submitted = await submitDraft(ctx, { skillSetId })

    if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
    const page = await getSubmission(await contextFor(await makeAdmin()), submitted.submissionId)
    expect(page.migrationTests).toEqual([
      {
        ...{ from: '1', version: '1.0.0', skillSlug: 'greet', title: 'Greet Ada', ok: true },
        ...{ before: { who: 'Ada' }, after: { name: 'Ada' } },
      },
    ])
  })

  test('whose result violates the contract cannot be submitted', async () => {
    const { ctx, skillSetId, line } = await nextMajor({ migrations }, { nom: 'Ada' })

    expect(await line()).toMatchObject({ ok: false, issues: [{ path: '/migrations/0/definition' }] })
    await expect(submitDraft(ctx, { skillSetId })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('Migrations'),
    })
  })

  test('shows the result of each example in the studio', async () => {
    const { ctx, skillSetId } = await nextMajor({ migrations }, { nom: 'Ada' })

    expect(await tryDraftMigrations(ctx, skillSetId)).toMatchObject([
      { ok: false, before: { who: 'Ada' }, after: { nom: 'Ada' }, issues: [{ keyword: 'required' }] },
    ])
  })

  test('has nothing to be tried on when its major was never published, or was taken down', async () => {
    const { ctx, skillSetId, version } = await nextMajor({ migrations: [{ ...migrations[0]!, from: '0' }] })
    expect(await tryDraftMigrations(ctx, skillSetId)).toEqual([])

    await database().version.update({ where: { id: version.id }, data: { state: 'YANKED' } })
    expect(await tryDraftMigrations(ctx, skillSetId)).toEqual([])
  })
})

test('a new major without a migration lists the users left behind, and can be submitted', async () => {
  const { ctx, line, version, skillSet, skillSetId } = await nextMajor({})
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  await install(await contextFor(await makeUser()), ref, {
    versionId: version.id,
    range: '^1',
    consent: true,
  })

  expect(await line()).toMatchObject({
    ok: true,
    advice: ['One organisation has 1.x installed. Without a migration from 1 they stay on 1.0.0.'],
  })
  await expect(submitDraft(ctx, { skillSetId })).resolves.toMatchObject({ state: 'IN_REVIEW' })
})

test('users covered by the migration of an intermediate version are not left behind', async () => {
  const next = { version: '3.0.0', migrations: [{ ...migrations[0]!, from: '2' }] }
  const { line, version, skillSet } = await nextMajor(next)
  const document = { ...skillSet.document, version: '2.0.0', migrations }
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const request = { versionId: version.id, range: '^1', consent: true }
  await install(await contextFor(await makeUser()), ref, request)
  expect((await line())?.advice).toHaveLength(1)

  await makePublishedVersion({ skillSet, document })

  expect((await line())?.advice ?? []).toEqual([])
})

test('a draft that this server cannot run is not submitted', async () => {
  const { ctx, skillSetId } = await nextMajor({ requires: '>=2' })

  await expect(submitDraft(ctx, { skillSetId })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { issues: [{ message: 'Skill requires Guildhall >=2, but current is 1.0.0' }] },
  })
})

test('strangers try no migrations', async () => {
  const { skillSetId } = await nextMajor()

  await expect(tryDraftMigrations(await contextFor(await makeUser()), skillSetId)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(tryDraftMigrations(visitor(), skillSetId)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
