import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../testing/factories.ts'
import { makeConfigDocument, setUpConfig } from '../testing/setup/catalog/config-form.ts'
import { getConfigForm } from './get-config-form.ts'
import { masterKey } from './master-key.ts'
import { saveConfigValues } from './save-config-values.ts'
import { seal } from './sealing.ts'
import { unsealConfig } from './unseal-config.ts'

const SECRET = 'sk_live_0123456789abcdef'

const set = (value: unknown) => ({ kind: 'set', value })

describe('a secret that was saved before they had a least length', () => {
  /** Stores a value that an earlier version of this server would have accepted. */
  async function saved(value: string, document = makeConfigDocument()) {
    const all = await setUpConfig(document)
    await saveConfigValues(all.ctx, all.ref, { api_key: set(SECRET), sender: set('Ada') })
    const installKey = { organisationId: all.user.organisation.id, skillSetId: all.version.skillSetId }
    const master = masterKey()
    await database().configValue.updateMany({
      where: { ...installKey, key: 'api_key' },
      data: { sealed: seal(master, { ...installKey, key: 'api_key' }, value), keyId: master.id },
    })
    const run = () => unsealConfig(database(), all.user.organisation, { ...all.version, document })
    return { ...all, run }
  }

  test('a secret saved before the minimum length existed is used while it is long enough to be found, and has to be replaced', async () => {
    const { ctx, ref, run } = await saved('123456')

    expect(await run()).toMatchObject({ missing: [], secrets: [{ key: 'api_key', value: '123456' }] })
    const [field] = (await getConfigForm(ctx, ref)).fields
    expect(field).toMatchObject({ isShort: true })
    expect(field).not.toHaveProperty('isUnusable')
  })

  test('a secret saved before the minimum length existed is not sent anywhere when it is shorter than that', async () => {
    const { ctx, ref, run } = await saved('4711')

    expect(await run()).toMatchObject({ missing: ['api_key'], secrets: [] })
    expect((await getConfigForm(ctx, ref)).fields[0]).toMatchObject({ isShort: true, isUnusable: true })
  })

  test('a secret saved before the minimum length existed can still be read by code with raw exposure', async () => {
    const permissions = {
      secrets: [{ key: 'api_key', hosts: [], exposure: 'raw' as const, reason: 'It signs.' }],
    }
    const { run } = await saved('4711', makeConfigDocument({ permissions }))

    expect(await run()).toMatchObject({ missing: [], config: { api_key: '4711' } })
  })

  test('a secret saved before the minimum length existed is not called too short to users who cannot replace it', async () => {
    const { user, ref } = await saved('123456')
    const member = await makeUser()
    await database().membership.create({
      data: { organisationId: user.organisation.id, userId: member.id, role: 'MEMBER' },
    })

    const form = await getConfigForm(await contextFor(member, { organisation: user.organisation }), ref)

    expect(form.fields[0]).not.toHaveProperty('isShort')
  })
})
