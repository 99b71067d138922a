import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
} from '#lib/testing/factories.ts'
import { saveAsDraft } from './save-as-draft.ts'

test('the command line saves no draft of a plain member', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const draft = await makeDraft({ publisher })
  const ctx = await contextFor(member, { organisation, channel: 'cli' })
  const changed = makeSkillSetDocument({ slug: draft.slug, description: 'Changed by a plain member of it.' })

  for (const document of [changed, makeSkillSetDocument()])
    await expect(saveAsDraft(ctx, publisher.handle, document)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })

  expect(await database().skillSet.count({ where: { publisherId: publisher.id } })).toBe(1)
})
