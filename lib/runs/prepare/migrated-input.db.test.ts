import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { Outcome } from '../../sandbox/sandbox.ts'
import { makeSkillDocument } from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import {
  ENDED,
  isMigration,
  MIGRATIONS,
  migratingSandbox,
  setUpVersions,
  twoMajors,
} from '../../testing/setup/catalog/migrating-versions.ts'
import { MAX_CONCURRENT_MIGRATIONS } from './prepare-run-input.ts'

describe('input for an older major', () => {
  test('input for an older major is migrated, then validated against the newer contract; the run stores both', async () => {
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

  test('input for an older major is coerced and filled after it was migrated', async () => {
    const { follow, run } = await twoMajors(migratingSandbox({ kind: 'returned', value: { name: 42 } }))
    await follow('^1')

    expect(await run({ who: '42' })).toMatchObject({
      input: { name: '42' },
      coercions: [{ path: '/name', from: 42 }],
    })
  })

  test.each([['^1'], ['1.x'], ['1']])(
    'input for an older major is migrated for a caller who requests %s',
    async (asked) => {
      const { run } = await twoMajors()

      expect(await run({ who: 'Ada' }, asked)).toMatchObject({
        versionNumber: '2.0.0',
        migration: { from: '1' },
      })
    },
  )

  test('input is not migrated for a caller who requests an exact version', async () => {
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

  test('input that only the newer contract takes is not migrated: its caller read that one', async () => {
    const { follow, run, sandbox } = await twoMajors()
    await follow('^1')

    const direct = await run({ name: 'Grace' })

    expect(direct).toMatchObject({ versionNumber: '2.0.0', input: { name: 'Grace' } })
    expect(direct.migration).toBeUndefined()
    expect(sandbox.jobs.filter(isMigration)).toEqual([])
    expect(await run({ who: 'Ada', name: 'Grace' })).toMatchObject({ migration: { from: '1' } })
  })

  test('a caller of 1.x without a migration to 2.x stays on the last 1.x until that is taken down', async () => {
    const { publish, follow, run, version } = await setUpVersions()
    await follow('^1')
    await publish('2.0.0')
    expect(await run()).toMatchObject({ versionNumber: '1.0.0' })

    await database().version.update({ where: { id: version.id }, data: { state: 'YANKED' } })

    await expect(run()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('a caller of a skill that the newer major lacks stays on the old one', async () => {
    const { publish, follow, run } = await setUpVersions()
    await follow('^1')
    await publish('2.0.0', { skills: [makeSkillDocument({ slug: 'other' })], migrations: MIGRATIONS })

    expect(await run()).toMatchObject({ versionNumber: '1.0.0' })
  })

  test.each([
    ['throws', { kind: 'threw', error: { name: 'Error', message: 'No who.', stack: '' } }, 'No who.'],
    ['takes too long', { kind: 'limit', limit: 'wall', message: '' }, 'exceeded a limit (wall)'],
    ['returns a list', { kind: 'returned', value: [] }, 'must return an object'],
    ['returns null', { kind: 'returned', value: null }, 'must return an object'],
    ['makes what does not fit', { kind: 'returned', value: { nam: 'Ada' } }, 'does not match the contract'],
  ] as [string, Partial<Outcome>, string][])(
    'input whose migration %s is invalid; nothing ran and nothing is recorded',
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

  test('an organisation has a limited number of migrations at once; further calls get RATE_LIMIT_EXCEEDED', async () => {
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    const { follow, run } = await twoMajors(
      endsWith(async (job) => {
        if (isMigration(job)) await released
        const value: Json = isMigration(job) ? { name: 'Ada' } : { message: 'Hello.' }
        return { kind: 'returned', value, ...ENDED }
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

  test('input cannot be migrated while the sandbox is down', async () => {
    const { follow, run } = await twoMajors(migratingSandbox({ kind: 'unavailable', message: 'down' }))
    await follow('^1')

    await expect(run({ who: 'Ada' })).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })
})
