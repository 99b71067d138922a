import { expect, test } from 'vitest'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { findOrganisationOfPage } from './find-organisation-of.ts'

test('a page of another of the person’s organisations is found, and no one else’s', async () => {
  const owner = await makeUser()
  const organisation = await makeOrganisation({ owner })
  const { id } = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const path = `/publish/${id}`

  expect(await findOrganisationOfPage(await contextFor(owner), path)).toEqual({
    id: organisation.id,
    name: organisation.name,
  })
  expect(await findOrganisationOfPage(await contextFor(owner, { organisation }), path)).toBeNull()
  expect(await findOrganisationOfPage(await contextFor(await makeUser()), path)).toBeNull()
  expect(await findOrganisationOfPage(visitor(), path)).toBeNull()
  expect(await findOrganisationOfPage(await contextFor(owner), '/plans/nothing')).toBeNull()
  await expect(findOrganisationOfPage(await contextFor(owner), 7)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
