// An organisation's secret stays secret from the people of the SkillSet's publisher, even if they belong to both.
import { expect, test } from 'vitest'
import { saveConfigValues } from '../../config/save-config-values.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { runToEnd } from '../start/start-run.ts'

type Secret = { hosts: string[]; exposure?: 'raw'; reason?: string }

const documentOf = (version: string, secret: Secret) =>
  makeSkillSetDocument({
    version,
    configDefinitions: [{ key: 'api_key', label: 'API key', type: 'SECRET', required: true, order: 1 }],
    permissions: { secrets: [{ key: 'api_key', ...secret }] },
  })

test('a version that an owner of the publisher slipped in waits for the organisation that gave the secret', async () => {
  const giver = await makeUser()
  const first = documentOf('1.0.0', { hosts: ['api.example.com'] })
  const brokered = await makePublishedVersion({ document: first })
  const { handle, owner } = brokered.skillSet.publisher
  const { slug } = brokered.skillSet
  const ref = { publisher: handle, skillset: slug }
  await saveConfigValues(await contextFor(giver), ref, {
    api_key: { kind: 'set', value: 'sk_live_0123456789' },
  })
  const raw = { hosts: [], exposure: 'raw' as const, reason: 'Trust me.' }
  await makePublishedVersion({ skillSet: brokered.skillSet, document: documentOf('1.1.0', raw) })
  await database().membership.create({
    data: { organisationId: giver.organisation.id, userId: owner.id, role: 'MEMBER' },
  })
  const name = `${handle}.${slug}.${first.skills[0]!.slug}`

  const asGiver = await contextFor(owner, { organisation: giver.organisation })
  const run = runToEnd(asGiver, { skill: { name, version: '1.1.0' }, args: { name: 'Ada' } })

  await expect(run).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})

test('a version that reads another’s secret waits for an owner or admin, whichever user runs it', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const publisher = await makePublisher({ owner, organisation })
  const first = documentOf('1.0.0', { hosts: ['api.example.com'] })
  const { skillSet, skillName: name } = await makePublishedVersion({ publisher, document: first })
  const ref = { publisher: publisher.handle, skillset: skillSet.slug }
  const sandbox = returns({ message: 'Hello.' })
  const [asOwner, asMember] = [
    await contextFor(owner, { organisation, sandbox }),
    await contextFor(member, { organisation, sandbox }),
  ]
  const give = () => saveConfigValues(asOwner, ref, { api_key: { kind: 'set', value: 'sk_live_0123456789' } })
  await give()
  const raw = { hosts: [], exposure: 'raw' as const, reason: 'Trust me.' }
  await makePublishedVersion({ skillSet, document: documentOf('1.1.0', raw) })
  const run = (ctx: typeof asOwner) => runToEnd(ctx, { skill: { name }, args: { name: 'Ada' } })

  for (const ctx of [asMember, asOwner])
    await expect(run(ctx)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: {
        message: expect.stringContaining(
          'uses API key (api_key) in ways that your organisation has not agreed to',
        ),
      },
    })
  expect(sandbox.jobs).toEqual([])

  await give()
  await run(asMember)
  expect(sandbox.jobs).toMatchObject([{ config: { api_key: 'sk_live_0123456789' } }])
})
