import { describe, expect, test } from 'vitest'
import { database } from '../../db/core/prisma-client.ts'
import { install } from '../../installs/change-install.ts'
import { previewInstallChange } from '../../installs/plan-install-change.ts'
import type { Json } from '../../json/json.ts'
import type { Outcome, SandboxJob } from '../../sandbox/sandbox.ts'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import { MAX_CONCURRENT_MIGRATIONS } from '../prepare/prepare-run-input.ts'
import { runToEnd } from '../start/start-run.ts'
import { receiptOf } from '../views/receipt.ts'

const ended = { durationMs: 1, logs: [] }
const isMigration = ({ runId }: SandboxJob) => runId === 'migration'

/** A sandbox whose migrations end like `migrated`, and whose handlers return a greeting. */
const migratingSandbox = (
  migrated: Partial<Outcome> & object = { kind: 'returned', value: { name: 'Ada' } },
) =>
  endsWith((job) =>
    isMigration(job)
      ? ({ ...ended, ...migrated } as Outcome)
      : { kind: 'returned', value: { message: 'Hello.' }, ...ended },
  )

const OLD = makeSkillDocument({
  parameters: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
})
const migrations = [{ from: '1', definition: 'function migrate({ who }) { return { name: who } }' }]

async function setUp(first: Partial<SkillSetDocument> = {}, sandbox = migratingSandbox()) {
  const ctx = await contextFor(await makeUser(), { sandbox })
  const version = await makePublishedVersion({ document: makeSkillSetDocument(first) })
  const { skillSet, skillName: name } = version
  const publish = (number: string, changes: Partial<SkillSetDocument> = {}) =>
    makePublishedVersion({ skillSet, document: { ...skillSet.document, ...changes, version: number } })
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
  const follow = async (range: string) =>
    install(ctx, ref, {
      versionId: (await previewInstallChange(ctx, ref, { range })).to.id,
      range,
      consent: true,
    })
  const run = (args: object = { name: 'Ada' }, asked?: string) =>
    runToEnd(ctx, { skill: { name, ...(asked && { version: asked }) }, args })
  return { ctx, version, publish, follow, run, sandbox }
}

/** Publishes 1.0.0, which takes `who`, and 2.0.0, which takes `name` and migrates. */
async function twoMajors(sandbox = migratingSandbox()) {
  const made = await setUp({ skills: [OLD] }, sandbox)
  await made.publish('2.0.0', { skills: [makeSkillDocument()], migrations })
  return made
}

describe('the version of a run', () => {
  test('is the best in the installed range, and the answer names it', async () => {
    const { publish, follow, run } = await setUp()
    await follow('^1')
    await publish('1.4.1')
    await publish('2.0.0')

    expect(await run()).toMatchObject({ versionNumber: '1.4.1', notices: [] })
  })

  test('is stored with the hashes of its contract and permissions', async () => {
    const { run } = await setUp()

    const { id, contractHash, permissionsHash } = await run()

    expect(permissionsHash).toMatch(/^[0-9a-f]{64}$/)
    const row = await database().run.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ contractHash, permissionsHash })
    expect(receiptOf(row)).toMatchObject({ contractHash, permissionsHash })
  })

  test('without an install is the latest release', async () => {
    const { publish, run } = await setUp()
    await publish('1.10.0')
    await publish('1.9.0')

    expect(await run()).toMatchObject({ versionNumber: '1.10.0' })
  })

  test.each([
    ['1.0.0', '1.0.0'],
    ['^1', '1.4.1'],
    ['1.x', '1.4.1'],
    ['latest', '2.0.0'],
  ])('asked for as %s is %s, whatever is installed', async (asked, expected) => {
    const { publish, follow, run } = await setUp()
    await follow('1.0.0')
    await publish('1.4.1')
    await publish('2.0.0')

    expect(await run(undefined, asked)).toMatchObject({ versionNumber: expected })
  })

  test.each(['^4', '9.9.9', 'nonsense', ' '])('asked for as %j is not found', async (asked) => {
    const { run } = await setUp()

    await expect(run(undefined, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that waits for consent is not used, and the run reports it', async () => {
    const { publish, follow, run } = await setUp()
    await follow('^1')
    await publish('1.5.0', { skills: [makeSkillDocument({ riskLevel: 'writes' })] })

    expect(await run()).toMatchObject({
      versionNumber: '1.0.0',
      notices: [expect.stringContaining('1.5.0 needs your consent')],
    })
  })

  test('that is deprecated runs, and the run reports it', async () => {
    const { version, run } = await setUp()
    const deprecated = { state: 'DEPRECATED', deprecationNotice: 'Use the other one.' } as const
    const deprecatedAt = new Date('2026-01-31')
    await database().version.update({ where: { id: version.id }, data: { ...deprecated, deprecatedAt } })

    expect(await run()).toMatchObject({
      state: 'succeeded',
      notices: [
        'Version 1.0.0 has been deprecated since 2026-01-31: Use the other one. It keeps working until it is taken down.',
      ],
    })
  })

  test('for another server version is refused with its requirement, and leaves no run', async () => {
    const { run, version } = await setUp({ requires: '>=2' })

    await expect(run()).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'Skill requires Guildhall >=2, but current is 0.1.0',
    })
    expect(await database().run.count({ where: { versionId: version.id } })).toBe(0)
  })
})

describe('input for an older major', () => {
  test('is migrated, then validated against the newer contract; the run stores both', async () => {
    const { follow, run, sandbox } = await twoMajors()
    await follow('^1')

    expect(await run({ who: 'Ada' })).toMatchObject({
      state: 'succeeded',
      versionNumber: '2.0.0',
      input: { name: 'Ada' },
      migration: { from: '1', to: '2.0.0', input: { who: 'Ada' } },
    })
    expect(sandbox.jobs.map(({ parameters }) => parameters)).toEqual([{ who: 'Ada' }, { name: 'Ada' }])
    expect(sandbox.jobs[0]).toMatchObject({ config: {}, network: [], context: { from: '1', to: '2.0.0' } })
  })

  test('is coerced and filled after it was migrated', async () => {
    const { follow, run } = await twoMajors(migratingSandbox({ kind: 'returned', value: { name: 42 } }))
    await follow('^1')

    expect(await run({ who: '42' })).toMatchObject({
      input: { name: '42' },
      coercions: [{ path: '/name', from: 42 }],
    })
  })

  test.each([['^1'], ['1.x'], ['1']])('is migrated for a caller who requests %s', async (asked) => {
    const { run } = await twoMajors()

    expect(await run({ who: 'Ada' }, asked)).toMatchObject({
      versionNumber: '2.0.0',
      migration: { from: '1' },
    })
  })

  test('is not migrated for a caller who requests an exact version', async () => {
    const { run, sandbox } = await twoMajors()

    expect(await run({ who: 'Ada' }, '1.0.0')).toMatchObject({
      versionNumber: '1.0.0',
      input: { who: 'Ada' },
    })
    const direct = await run({ name: 'Ada' }, '2.0.0')
    expect(direct).toMatchObject({ versionNumber: '2.0.0' })
    expect(direct.migration).toBeUndefined()
    expect(sandbox.jobs.filter(isMigration)).toEqual([])
  })

  test('is not migrated when only the newer contract takes it: its caller read that one', async () => {
    const { follow, run, sandbox } = await twoMajors()
    await follow('^1')

    const direct = await run({ name: 'Grace' })

    expect(direct).toMatchObject({ versionNumber: '2.0.0', input: { name: 'Grace' } })
    expect(direct.migration).toBeUndefined()
    expect(sandbox.jobs.filter(isMigration)).toEqual([])
    expect(await run({ who: 'Ada', name: 'Grace' })).toMatchObject({ migration: { from: '1' } })
  })

  test('without a migration stays on the last 1.x, until that is taken down', async () => {
    const { publish, follow, run, version } = await setUp()
    await follow('^1')
    await publish('2.0.0')
    expect(await run()).toMatchObject({ versionNumber: '1.0.0' })

    await database().version.update({ where: { id: version.id }, data: { state: 'YANKED' } })

    await expect(run()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('of a skill missing from the newer major stays on the old one', async () => {
    const { publish, follow, run } = await setUp()
    await follow('^1')
    await publish('2.0.0', { skills: [makeSkillDocument({ slug: 'other' })], migrations })

    expect(await run()).toMatchObject({ versionNumber: '1.0.0' })
  })

  test.each([
    ['throws', { kind: 'threw', error: { name: 'Error', message: 'No who.', stack: '' } }, 'No who.'],
    ['takes too long', { kind: 'limit', limit: 'wall', message: '' }, 'exceeded a limit (wall)'],
    ['returns a list', { kind: 'returned', value: [] }, 'must return an object'],
    ['returns null', { kind: 'returned', value: null }, 'must return an object'],
    ['makes what does not fit', { kind: 'returned', value: { nam: 'Ada' } }, 'does not match the contract'],
  ] as [string, Partial<Outcome>, string][])(
    'is invalid when the migration %s; nothing ran and nothing is recorded',
    async (_, outcome, sentence) => {
      const { follow, run, sandbox, version } = await twoMajors(migratingSandbox(outcome))
      await follow('^1')

      await expect(run({ who: 'Ada' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/for version 1\.x, but its migration to 2\.0\.0 failed/),
      })
      await expect(run({ who: 'Ada' })).rejects.toThrow(sentence)
      expect(sandbox.jobs.every(isMigration)).toBe(true)
      expect(await database().run.count({ where: { skillSetId: version.skillSetId } })).toBe(0)
    },
  )

  test('is migrated for a limited number of calls at once per organisation; others get RATE_LIMIT_EXCEEDED', async () => {
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    const { follow, run } = await twoMajors(
      endsWith(async (job) => {
        if (isMigration(job)) await released
        const value: Json = isMigration(job) ? { name: 'Ada' } : { message: 'Hello.' }
        return { kind: 'returned', value, ...ended }
      }),
    )
    await follow('^1')

    const runs = Array.from({ length: MAX_CONCURRENT_MIGRATIONS + 1 }, () => run({ who: 'Ada' }))
    await expect(Promise.race(runs)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    letGo()

    const endings = await Promise.allSettled(runs)
    expect(endings.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CONCURRENT_MIGRATIONS)
    await expect(run({ who: 'Ada' })).resolves.toMatchObject({ versionNumber: '2.0.0' })
  })

  describe('goes through every major between', () => {
    /**
     * Publishes 1.0.0, which takes `who`, 2.0.0 with `name` and 3.0.0 with `called`; migrations end like `made`,
     * in order.
     */
    async function threeMajors(made: Partial<Outcome>[]) {
      let count = 0
      const sandbox = endsWith((job) =>
        isMigration(job)
          ? ({ ...ended, ...made[count++] } as Outcome)
          : { kind: 'returned', value: { message: 'Hello.' }, ...ended },
      )
      const all = await twoMajors(sandbox)
      const parameters = { type: 'object', properties: { called: { type: 'string' } }, required: ['called'] }
      const definition = 'function migrate({ name }) { return { called: name } }'
      const skills = [makeSkillDocument({ parameters })]
      await all.publish('3.0.0', { skills, migrations: [{ from: '2', definition }] })
      return all
    }
    const returned = (value: Json): Partial<Outcome> => ({ kind: 'returned', value })

    test('in order, and the run lists the steps', async () => {
      const { run, sandbox } = await threeMajors([returned({ name: 'Ada' }), returned({ called: 'Ada' })])

      expect(await run({ who: 'Ada' }, '^1')).toMatchObject({
        versionNumber: '3.0.0',
        input: { called: 'Ada' },
        migration: { from: '1', via: ['2.0.0'], to: '3.0.0', input: { who: 'Ada' } },
      })
      expect(sandbox.jobs.map(({ parameters, context }) => [parameters, context])).toMatchObject([
        [{ who: 'Ada' }, { from: '1', to: '2.0.0' }],
        [{ name: 'Ada' }, { from: '2', to: '3.0.0' }],
        [{ called: 'Ada' }, {}],
      ])
    })

    // biome-ignore format: table
    test.each<[sentence: string, made: Partial<Outcome>[], where: string, path: string]>([
      ['the first throws',            [{ kind: 'threw', error: { name: 'Error', message: 'No who.', stack: '' } }], 'at the step from 1.x to 2.0.0: No who.', ''],
      ['the first makes no input',    [returned({ nam: 'Ada' })],                            'at the step from 1.x to 2.0.0: its result', '/name'],
      ['the second throws',           [returned({ name: 'Ada' }), { kind: 'threw', error: { name: 'Error', message: 'No name.', stack: '' } }], 'at the step from 2.x to 3.0.0: No name.', ''],
      ['the second makes no input',   [returned({ name: 'Ada' }), returned({ call: 'Ada' })], 'at the step from 2.x to 3.0.0: its result', '/called'],
    ])('and is refused naming the step when %s', async (_, made, where, path) => {
      const { run, sandbox } = await threeMajors(made)

      await expect(run({ who: 'Ada' }, '^1')).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(where),
        options: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
      })
      expect(sandbox.jobs).toHaveLength(made.length)
    })

    test('unless one of them has not got the skill: then it stays where it is', async () => {
      const { publish, run } = await setUp({ skills: [OLD] })
      await publish('2.0.0', { skills: [makeSkillDocument({ slug: 'other' })], migrations })
      await publish('3.0.0', {
        skills: [makeSkillDocument()],
        migrations: [{ ...migrations[0]!, from: '2' }],
      })

      expect(await run({ who: 'Ada' }, '^1')).toMatchObject({ versionNumber: '1.0.0', input: { who: 'Ada' } })
    })
  })

  test('cannot be migrated while the sandbox is down', async () => {
    const { follow, run } = await twoMajors(migratingSandbox({ kind: 'unavailable', message: 'down' }))
    await follow('^1')

    await expect(run({ who: 'Ada' })).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })
})
