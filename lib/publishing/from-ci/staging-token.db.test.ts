import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName, visitor } from '../../testing/factories.ts'
import { setUpActionsIssuer } from '../../testing/setup/catalog/trusted-repository.ts'
import { stageSubmission } from './stage-submission.ts'

const { makeTrustingProject } = setUpActionsIssuer()

const db = database()

describe('a staging token', () => {
  test('stages one build, and nothing else', async () => {
    const { exchange, document } = await makeTrustingProject()
    const { token } = await exchange()
    await stageSubmission(visitor(), token, { document })

    for (const bearer of [token, undefined, 'nonsense'])
      await expect(stageSubmission(visitor(), bearer, { document })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('expires', async () => {
    const { exchange, document, skillSetId } = await makeTrustingProject()
    const { token } = await exchange()
    await db.stagingToken.updateMany({
      where: { trust: { skillSetId } },
      data: { expiresAt: new Date(Date.now() - 1) },
    })

    await expect(stageSubmission(visitor(), token, { document })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('is asked for before the build is read', async () => {
    const large = { skills: Array.from({ length: 300_000 }, () => ({ unknown: 1 })) }

    for (const bearer of [undefined, 'nonsense'])
      await expect(stageSubmission(visitor(), bearer, { document: large })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
  })

  test('takes a name that no notice can have, but no such note', async () => {
    const { exchange, document, owner } = await makeTrustingProject()
    const { token } = await exchange()

    await expect(stageSubmission(visitor(), token, { document, note: '\0' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await stageSubmission(visitor(), token, { document: { ...document, name: `A\0${'b'.repeat(100_000)}` } })
    const [notice] = await db.notice.findMany({ where: { userId: owner.viewer!.userId } })
    expect(notice?.title.length).toBeLessThan(120)
  })

  test('survives a document with problems', async () => {
    const { exchange, document } = await makeTrustingProject()
    const { token } = await exchange()
    const wrong = [
      {},
      { ...document, slug: freshName() },
      { ...document, version: 'next' },
      { ...document, extra: 1 },
      { ...document, description: 'x'.repeat(2_100_000) },
      null,
    ]
    for (const sent of wrong)
      await expect(stageSubmission(visitor(), token, { document: sent })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })

    await expect(stageSubmission(visitor(), token, { document })).resolves.toMatchObject({ version: '1.1.0' })
  })
})
