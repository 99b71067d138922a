// Tests with a fake sandbox who may try a draft, and how development differs from production.
import { describe, expect, test } from 'vitest'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type { SkillExample } from '../../contracts/document/skillset-document.ts'
import type { Json } from '../../kernel/json/json.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, type FakeSandbox, returns } from '../../testing/fake-sandbox.ts'
import { getRun } from '../views/get-run.ts'
import { runExamples } from './run-examples.ts'
import { startDraftRun } from './start-draft-run.ts'

const ADA = { name: 'Ada' }

async function publisher(sandbox: FakeSandbox = returns({ message: 'Hello.' })) {
  const draft = await makeDraft()
  const ctx = await contextFor(draft.publisher.owner, { sandbox, channel: 'studio' })
  return {
    draft,
    ctx,
    request: {
      skillSetId: draft.id,
      document: draft.document as unknown as Json,
      skillSlug: 'greet',
      args: ADA,
    },
  }
}

describe('a draft', () => {
  test('a draft runs for its publisher unpublished, with warnings for contract violations', async () => {
    const { ctx, request } = await publisher(returns({ message: 7 }))

    const { ended } = await startDraftRun(ctx, request)

    const run = await ended
    expect(run).toMatchObject({ state: 'succeeded', mode: 'development', output: { message: 7 } })
    expect(run.warnings[0]).toMatchObject({ path: '/message' })
    expect(await getRun(ctx, run.id)).toEqual(run)
  })

  test('a draft is hidden from strangers, and visitors have to sign in first', async () => {
    const { request } = await publisher()
    const stranger = await contextFor(await makeUser())

    await expect(startDraftRun(stranger, request)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(startDraftRun(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a draft is tried with config given for the test; a secret stays a placeholder and out of the record', async () => {
    const sandbox = endsWith((job) => ({
      kind: 'returned',
      value: { message: `${job.config.region} ${job.config.api_key} sk-12345678` },
      durationMs: 1,
      logs: [],
    }))
    const { ctx, request } = await publisher(sandbox)
    const document = makeSkillSetDocument({
      configDefinitions: [
        { key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 },
        { key: 'region', label: 'Region', type: 'STRING', required: false, defaultValue: 'north', order: 2 },
      ],
    })

    await expect(startDraftRun(ctx, { ...request, document, config: {} })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    const run = await (await startDraftRun(ctx, { ...request, document, config: { api_key: 'sk-12345678' } }))
      .ended

    expect(sandbox.jobs[0]?.config.api_key).not.toContain('sk-12345678')
    expect(run.output).toEqual({ message: `north ${sandbox.jobs[0]?.config.api_key} [redacted: api_key]` })
  })

  test('a draft does not receive its organisation’s settings, whichever user runs it', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const configDefinitions = [
      { key: 'api_key', label: 'API key', type: 'SECRET' as const, required: true, order: 1 },
    ]
    const secrets = [{ key: 'api_key', hosts: ['api.example.com'] }]
    const { skillSet, document } = await makePublishedVersion({
      publisher: await makePublisher({ owner, organisation }),
      document: makeSkillSetDocument({ configDefinitions, permissions: { secrets } }),
    }).then((version) => ({ ...version, document: version.skillSet.document }))
    const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
    const set = { api_key: { kind: 'set', value: 'sk_live_of_all' } }
    await saveConfigValues(await contextFor(owner, { organisation }), ref, set)

    for (const person of [owner, member]) {
      const sandbox = returns({ message: 'Hello.' })
      const ctx = await contextFor(person, { organisation, sandbox, channel: 'studio' })
      const request = { skillSetId: skillSet.id, document, skillSlug: 'greet', args: ADA }

      await expect(startDraftRun(ctx, request)).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
        options: {
          message: expect.stringContaining(
            'needs a value for API key (api_key). Drafts cannot use your organisation’s settings',
          ),
        },
      })
      await (await startDraftRun(ctx, { ...request, config: { api_key: 'sk_live_of_mine' } })).ended
      expect(sandbox.jobs[0]?.secrets).toMatchObject([{ key: 'api_key', value: 'sk_live_of_mine' }])
    }
  })

  test.each<[string, Json]>([
    ['is not a document', 'nonsense'],
    ['has no such skill', { skills: [null, { slug: 'other' }] }],
  ])('a draft that %s reports that the skill does not exist', async (_, document) => {
    const { ctx, request } = await publisher()

    await expect(startDraftRun(ctx, { ...request, document })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each<[string, object, object]>([
    ['skills that are not a list', { permissions: { skills: 'a.b.c' } }, {}],
    ['skills that are not names', { permissions: { skills: [1, null, {}] } }, {}],
    ['tools that are not a list', { permissions: { tools: 5 } }, {}],
    ['secrets without hosts', { permissions: { secrets: [{ key: 'token' }, null] } }, {}],
    ['a price that is not a string', {}, { pricing: { amount: 5 } }],
    [
      'a price that is not an amount',
      {},
      { pricing: { amount: '-5', dryRunAmount: 1 }, dryRun: 'supported' },
    ],
  ])('a draft with %s runs without them', async (_, set, skill) => {
    const { ctx, request } = await publisher()
    const skills = [{ ...makeSkillDocument(), ...skill }]
    const document = { ...makeSkillSetDocument(), skills, ...set } as unknown as Json

    const { ended } = await startDraftRun(ctx, { ...request, document })

    expect(await ended).toMatchObject({ state: 'succeeded', terms: 'draft' })
  })

  test.each([
    ['has no code', { definition: undefined }],
    ['has parameters that are not a schema', { parameters: { type: 'object', properties: 7 } as never }],
  ])('a draft that %s reports what to fix first', async (_, skill) => {
    const { ctx, request } = await publisher()
    const document = makeSkillSetDocument({ skills: [makeSkillDocument(skill)] })

    const refused = await startDraftRun(ctx, { ...request, document }).catch((thrown) => thrown)

    expect(refused).toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(refused.options.issues).not.toHaveLength(0)
  })
})

describe('examples at submission', () => {
  test('examples are run at submission as the publisher, one after another, and report whether they pass', async () => {
    const { ctx, draft } = await publisher(
      endsWith((job) => ({
        kind: 'returned',
        value: { message: (job.parameters as { name: string }).name === 'Bob' ? 7 : 'Hello.' },
        durationMs: 1,
        logs: [],
      })),
    )
    const examples: SkillExample[] = [
      { title: 'Ada', input: { name: 'Ada' } },
      { title: 'Bob', input: { name: 'Bob' } },
      { title: 'Nobody', input: {} },
    ]
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ examples })] })

    const results = await runExamples(ctx, { skillSetId: draft.id, document })

    expect(results).toMatchObject([
      { title: 'Ada', exampleIndex: 0, passed: true, run: { mode: 'development' } },
      {
        title: 'Bob',
        exampleIndex: 1,
        passed: false,
        run: { warnings: expect.arrayContaining([expect.objectContaining({ path: '/message' })]) },
      },
      { title: 'Nobody', exampleIndex: 2, passed: false, error: { code: 'MISSING_REQUIRED_PARAM' } },
    ])
  })

  test('the examples of a draft cannot be run by others', async () => {
    const { draft } = await publisher()
    const stranger = await contextFor(await makeUser())

    await expect(
      runExamples(stranger, { skillSetId: draft.id, document: draft.document }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
