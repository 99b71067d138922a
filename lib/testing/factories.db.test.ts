import { expect, test } from 'vitest'
import { contextFor, makeOrganisation, makePublishedVersion, makeUser, visitor } from './factories.ts'

test('a published version has a publisher, a working copy and a full skill name', async () => {
  const version = await makePublishedVersion()

  expect(version.state).toBe('PUBLISHED')
  expect(version.skillName).toBe(`${version.skillSet.publisher.handle}.${version.skillSet.slug}.greet`)
})

test('a context acts for the named organisation, with the user’s role there', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })

  const own = await contextFor(member)
  const shared = await contextFor(member, { organisation })

  expect(own.viewer?.organisationRole).toBe('OWNER')
  expect(shared.viewer?.organisationRole).toBe('MEMBER')
  expect(visitor().viewer).toBeNull()
})

test('a context for an organisation requires membership', async () => {
  const [owner, stranger] = [await makeUser(), await makeUser()]

  await expect(contextFor(stranger, { organisation: owner.organisation })).rejects.toThrow()
})
