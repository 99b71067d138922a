// Tests the contract of a skill, as any caller may fetch it.
import { expect, test } from 'vitest'
import {
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  type TestVersion,
  visitor,
} from '../testing/factories.ts'
import { getContract } from './get-contract.ts'

const nameOf = ({ skillSet }: TestVersion) => `${skillSet.publisher.handle}.${skillSet.slug}.greet`

test('the contract of a skill is that of the requested version: a number, a range, or the latest', async () => {
  const first = await makePublishedVersion()
  const name = nameOf(first)
  const document = { ...first.skillSet.document, version: '2.0.0' }
  await makePublishedVersion({ skillSet: first.skillSet, document })

  expect(await getContract(visitor(), name)).toMatchObject({
    version: '2.0.0',
    contract: { version: '2.0.0' },
  })
  expect(await getContract(visitor(), name, '1.0.0')).toMatchObject({ version: '1.0.0' })
  expect(await getContract(visitor(), name, '^1.0')).toMatchObject({ version: '1.0.0' })
})

test('the contract of a skill has the same hash in a version that changed only its number', async () => {
  const first = await makePublishedVersion()
  const document = { ...first.skillSet.document, version: '1.0.1' }
  await makePublishedVersion({ skillSet: first.skillSet, document })
  const hashes = await Promise.all(
    ['1.0.0', '1.0.1'].map(
      async (version) => (await getContract(visitor(), nameOf(first), version)).contractHash,
    ),
  )

  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(hashes[0]).toBe(hashes[1])
})

test('the contract of a version that was taken down can still be fetched', async () => {
  const version = await makePublishedVersion({ state: 'YANKED' })

  expect(await getContract(visitor(), nameOf(version), '1.0.0')).toMatchObject({ version: '1.0.0' })
})

test.each([
  ['is private', { visibility: 'PRIVATE' as const }, undefined, undefined],
  ['is a draft', {}, 'DRAFT' as const, undefined],
  ['waits in review', {}, 'IN_REVIEW' as const, undefined],
  ['has no such version', {}, undefined, '9.9.9'],
  ['is asked for by no range', {}, undefined, 'newest\u0000'],
])(
  'the contract of a skill does not exist for a visitor if the skill %s',
  async (_, changes, state, number) => {
    const version = await makePublishedVersion({ document: makeSkillSetDocument(changes), state })

    await expect(getContract(visitor(), nameOf(version), number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test.each(['', 'a.b', 'no.such.skill', 'a.b.c.d', 'A.B.C', 'a.b.\u0000'])(
  'the contract of a skill does not exist under the name %j',
  async (name) => {
    await expect(getContract(visitor(), name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('the contract of a skill does not exist for an instruction skill', async () => {
  const skill = makeSkillDocument({ slug: 'greet', kind: 'instruction', body: '# Hello' })
  const { parameters: _, response: _r, definition: _d, examples: _e, ...page } = skill
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [page] }) })

  await expect(getContract(visitor(), nameOf(version))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
