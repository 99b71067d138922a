// What a publisher's own people get to see of a secret that another organisation gave to their SkillSet.
import { expect, test } from 'vitest'
import { saveConfigValues } from '../config/save-config-values.ts'
import { database } from '../db/client.ts'
import { contextFor, makePublishedVersion, makeSkillSetDocument, makeUser } from '../testing/factories.ts'
import { runToEnd } from './start-run.ts'

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
    api_key: { do: 'set', value: 'sk_live_0123456789' },
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
