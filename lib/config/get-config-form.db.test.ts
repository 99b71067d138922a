import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { makeConfigDocument, setUpConfig } from '../testing/setup/catalog/config-form.ts'
import { getConfigForm } from './get-config-form.ts'
import { saveConfigValues } from './save-config-values.ts'
import { unsealConfig } from './unseal-config.ts'

const SECRET = 'sk_live_0123456789abcdef'

const set = (value: unknown) => ({ kind: 'set', value })

test('no view of a config that leaves the server contains a secret, and its rows contain nothing readable', async () => {
  const { ctx, ref, user } = await setUpConfig()

  const saved = await saveConfigValues(ctx, ref, {
    api_key: set(SECRET),
    account: set('acct-778899-long'),
    sender: set('Ada'),
  })
  const form = await getConfigForm(ctx, ref)

  for (const view of [saved, form]) {
    expect(JSON.stringify(view)).not.toContain(SECRET)
    expect(JSON.stringify(view)).not.toContain('acct-778899')
  }
  expect(form.fields[0]).toMatchObject({ isSecret: true, set: { hint: 'cdef' }, hosts: ['api.example.com'] })
  expect(form.fields[0]).not.toHaveProperty('value')
  expect(form.fields[5]).toMatchObject({ isSecret: false, value: 'Ada' })
  expect(form.missing).toEqual([])
  const rows = await database().configValue.findMany({ where: { organisationId: user.organisation.id } })
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(Buffer.from(row.sealed).toString('latin1')).not.toMatch(/sk_live|acct|Ada/)
})

test('the config form gives no hint of a secret of twelve characters', async () => {
  const { ctx, ref } = await setUpConfig()

  const { fields } = await saveConfigValues(ctx, ref, { api_key: set('abcdefghijkl') })

  expect(fields[0]?.set).toEqual({ updatedAtMs: expect.any(Number) })
})

test('a plain member may read the config form, without hints, and not save it', async () => {
  const { ref } = await setUpConfig()
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  await saveConfigValues(await contextFor(owner, { organisation }), ref, {
    api_key: set(SECRET),
    sender: set('Ada'),
  })
  const asMember = await contextFor(member, { organisation })

  const form = await getConfigForm(asMember, ref)

  expect(form).toMatchObject({ canEdit: false, missing: [] })
  expect(form.fields[0]?.set).not.toHaveProperty('hint')
  await expect(saveConfigValues(asMember, ref, { sender: set('Eve') })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
})

test('other organisations never see the values of a config', async () => {
  const { ctx, ref, version, document } = await setUpConfig()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET) })
  const stranger = await makeUser()

  const form = await getConfigForm(await contextFor(stranger), ref)
  const unsealed = await unsealConfig(database(), stranger.organisation, { ...version, document })

  expect(form.fields.some((field) => field.set)).toBe(false)
  expect(unsealed.secrets).toEqual([])
})

test('the config form needs a signed-in person, and that of a private SkillSet a member', async () => {
  const { ref } = await setUpConfig()
  const { ctx, ref: hidden } = await setUpConfig(makeConfigDocument({ visibility: 'PRIVATE' }))

  await expect(getConfigForm(visitor(), ref)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(saveConfigValues(visitor(), ref, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(getConfigForm(ctx, hidden)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getConfigForm(ctx, { publisher: 'a\0b', skillset: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the config form is that of the version the organisation runs', async () => {
  const { ctx, ref, user, version } = await setUpConfig()
  const next = makeConfigDocument({ slug: version.skillSet.slug, version: '2.0.0', configDefinitions: [] })
  await makePublishedVersion({ skillSet: version.skillSet, document: next })
  const before = await getConfigForm(ctx, ref)

  const installKey = { organisationId: user.organisation.id, skillSetId: version.skillSetId }
  await database().install.create({ data: { ...installKey, versionId: version.id, installedById: user.id } })

  expect(before).toMatchObject({ versionNumber: '2.0.0', fields: [] })
  expect(await getConfigForm(ctx, ref)).toMatchObject({ versionNumber: '1.0.0', fields: { length: 9 } })
})
