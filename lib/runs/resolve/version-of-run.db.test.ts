import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { makeSkillDocument } from '../../testing/factories.ts'
import { setUpVersions } from '../../testing/setup/catalog/migrating-versions.ts'
import { buildReceipt } from '../views/receipt.ts'

describe('the version of a run', () => {
  test('a run uses the best version in the installed range, and the answer names it', async () => {
    const { publish, follow, run } = await setUpVersions()
    await follow('^1')
    await publish('1.4.1')
    await publish('2.0.0')

    expect(await run()).toMatchObject({ versionNumber: '1.4.1', notices: [] })
  })

  test('the version of a run is stored with the hashes of its contract and permissions', async () => {
    const { run } = await setUpVersions()

    const { id, contractHash, permissionsHash } = await run()

    expect(permissionsHash).toMatch(/^[0-9a-f]{64}$/)
    const row = await database().run.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ contractHash, permissionsHash })
    expect(buildReceipt(row)).toMatchObject({ contractHash, permissionsHash })
  })

  test('a run without an installation uses the latest release', async () => {
    const { publish, run } = await setUpVersions()
    await publish('1.10.0')
    await publish('1.9.0')

    expect(await run()).toMatchObject({ versionNumber: '1.10.0' })
  })

  test.each([
    ['1.0.0', '1.0.0'],
    ['^1', '1.4.1'],
    ['1.x', '1.4.1'],
    ['latest', '2.0.0'],
  ])('a version requested as %s is %s, whatever is installed', async (asked, expected) => {
    const { publish, follow, run } = await setUpVersions()
    await follow('1.0.0')
    await publish('1.4.1')
    await publish('2.0.0')

    expect(await run(undefined, asked)).toMatchObject({ versionNumber: expected })
  })

  test.each(['^4', '9.9.9', 'nonsense', ' '])('a version requested as %j is not found', async (asked) => {
    const { run } = await setUpVersions()

    await expect(run(undefined, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a version that waits for consent is not used, and the run reports it', async () => {
    const { publish, follow, run } = await setUpVersions()
    await follow('^1')
    await publish('1.5.0', { skills: [makeSkillDocument({ riskLevel: 'writes' })] })

    expect(await run()).toMatchObject({
      versionNumber: '1.0.0',
      notices: [expect.stringContaining('1.5.0 needs your consent')],
    })
  })

  test('a deprecated version runs, and the run reports it', async () => {
    const { version, run } = await setUpVersions()
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

  test('a version for another server version is refused with its requirement, and leaves no run', async () => {
    const { run, version } = await setUpVersions({ requires: '>=2' })

    await expect(run()).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: 'Skill requires Guildhall >=2, but current is 1.0.0',
    })
    expect(await database().run.count({ where: { versionId: version.id } })).toBe(0)
  })
})
