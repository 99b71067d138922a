import { describe, expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor } from '../../testing/factories.ts'
import { endsWith, returns, throws } from '../../testing/fake-sandbox.ts'
import { makeCaller, publishSkill } from '../../testing/run-setup.ts'
import { runToEnd } from './start-run.ts'

const ADA = { name: 'Ada' }

describe('unsuccessful ends', () => {
  test('a run whose output broke its contract states it', async () => {
    const { ctx } = await makeCaller(returns({ message: 7 }))
    const version = await publishSkill()
    const publisher = await contextFor(version.skillSet.publisher.owner, { sandbox: returns({ message: 7 }) })

    const run = await runToEnd(ctx, { skill: { name: version.skillName }, args: ADA })
    const own = await runToEnd(publisher, { skill: { name: version.skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'failed',
      error: {
        code: 'OUTPUT_CONTRACT_VIOLATION',
        details: expect.arrayContaining([expect.objectContaining({ path: '/message' })]),
      },
    })
    expect(run.output).toBeUndefined()
    expect(run.errorDetail).toBeUndefined()
    expect(own.errorDetail).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: '/message' })]),
    })
  })

  test('a run whose handler threw states it', async () => {
    const { ctx } = await makeCaller(throws({ message: 'No such order.', code: 'NOT_FOUND' }))
    const { skillName } = await publishSkill()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND', message: 'No such order.' } })
  })

  test('an unreachable sandbox is an internal error without details', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { ctx } = await makeCaller(endsWith(() => Promise.reject(new Error('socket /run/sandbox is gone'))))
    const { skillName } = await publishSkill()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'INTERNAL_ERROR', reference: expect.any(String) },
    })
    expect(JSON.stringify(run)).not.toContain('/run/sandbox')
    expect(log.mock.calls.flat().join()).toContain(run.error?.reference)
    log.mockRestore()
  })
})

test('the catalogue counts a run that ended', async () => {
  const { ctx } = await makeCaller()
  const version = await publishSkill()
  const [publisher = '', skillSetSlug = '', skillSlug = ''] = version.skillName.split('.')
  await database().catalogEntry.create({
    data: {
      skillSetId: version.skillSetId,
      versionId: version.id,
      name: version.skillName,
      publisher,
      skillSetSlug,
      skillSlug,
      title: 'Greet',
      description: '',
      skillSetName: '',
      versionNumber: '1.0.0',
      kind: 'action',
      runtime: 'javascript',
      riskLevel: 'read-only',
      searchText: '',
      publishedAt: new Date(),
    },
  })

  const run = () => runToEnd(ctx, { skill: { name: version.skillName }, args: ADA })
  const entry = () => database().catalogEntry.findUnique({ where: { name: version.skillName } })

  await run()
  await expect.poll(entry).toMatchObject({ runs30d: 1, succeeded30d: 1 })

  // These end so soon after the first that they are counted together.
  await Promise.all([run(), run(), run()])
  await expect.poll(entry).toMatchObject({ runs30d: 4, succeeded30d: 4 })
})
