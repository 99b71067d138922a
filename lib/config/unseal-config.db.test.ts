import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { makePublishedVersion } from '../testing/factories.ts'
import { CONFIG_DEFINITIONS, makeConfigDocument, setUpConfig } from '../testing/setup/catalog/config-form.ts'
import { getConfigForm } from './get-config-form.ts'
import { saveConfigValues } from './save-config-values.ts'
import { unsealConfig } from './unseal-config.ts'

const SECRET = 'sk_live_0123456789abcdef'

const set = (value: unknown) => ({ kind: 'set', value })

afterEach(() => vi.unstubAllEnvs())

test('a run receives the values set in the form, with defaults for the rest', async () => {
  const { ctx, ref, user, version, document } = await setUpConfig()

  await saveConfigValues(ctx, ref, {
    sender: set('Ada'),
    polite: set(true),
    channels: set(['sms']),
    retries: set(5),
  })

  const { config, missing } = await unsealConfig(database(), user.organisation, { ...version, document })
  expect(config).toEqual({ region: 'eu', retries: 5, polite: true, channels: ['sms'], sender: 'Ada' })
  expect(missing).toEqual(['api_key'])
})

test('a run receives a secret as a placeholder, with its value passed separately', async () => {
  const { ctx, ref, user, version, document } = await setUpConfig()
  await saveConfigValues(ctx, ref, { api_key: set(` ${SECRET}\n`), account: set('acct-1234') })

  const first = await unsealConfig(database(), user.organisation, { ...version, document })
  const second = await unsealConfig(database(), user.organisation, { ...version, document })

  expect(first.config.api_key).toMatch(/^sbxsec_.{24}$/)
  expect(first.config.account).toMatch(/^sbxsec_/)
  expect(first.secrets).toMatchObject([
    { key: 'api_key', value: SECRET, placeholder: first.config.api_key },
    { key: 'account', value: 'acct-1234' },
  ])
  expect(second.config.api_key).not.toBe(first.config.api_key)
})

test('config values sealed under a lost master key are missing, never half used, and can be set again', async () => {
  const { ctx, ref, user, version, document } = await setUpConfig()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada'), region: set('us') })
  vi.stubEnv('GUILDHALL_MASTER_KEY', randomBytes(32).toString('base64'))

  const lost = await unsealConfig(database(), user.organisation, { ...version, document })
  const form = await getConfigForm(ctx, ref)

  expect(lost.missing).toEqual(['api_key', 'region', 'sender'])
  expect(lost.secrets).toEqual([])
  expect(form.fields[1]).toMatchObject({ isUnusable: true })
  const updated = await saveConfigValues(ctx, ref, {
    api_key: set(SECRET),
    sender: set('Ada'),
    region: { kind: 'clear' },
  })
  expect(updated.missing).toEqual([])
})

test('a config value whose row was tampered with counts as missing', async () => {
  const { ctx, ref, user, version, document } = await setUpConfig()
  await saveConfigValues(ctx, ref, { sender: set('Ada') })
  const where = { organisationId: user.organisation.id, key: 'sender' }
  const row = await database().configValue.findFirstOrThrow({ where })
  const sealed = Uint8Array.from(row.sealed)
  sealed[sealed.length - 1]! ^= 1
  await database().configValue.updateMany({ where, data: { sealed } })

  const { config, missing } = await unsealConfig(database(), user.organisation, { ...version, document })

  expect(missing).toContain('sender')
  expect(config).not.toHaveProperty('sender')
})

test('a config value that an upgrade no longer allows has to be set again', async () => {
  const { ctx, ref, user, version } = await setUpConfig()
  await saveConfigValues(ctx, ref, { region: set('us') })
  const stricter = CONFIG_DEFINITIONS.map((each) =>
    each.key === 'region' ? { ...each, options: ['eu', 'asia'] } : each,
  )

  const document = makeConfigDocument({ configDefinitions: stricter })
  const { missing } = await unsealConfig(database(), user.organisation, { ...version, document })

  expect(missing).toContain('region')
})

test('a value stored as a secret is not passed to a version that made it a plain setting', async () => {
  const { ctx, ref, version, document } = await setUpConfig()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
  const plain = CONFIG_DEFINITIONS.map((each) =>
    each.key === 'api_key' ? { ...each, type: 'STRING' as const, isSensitive: false } : each,
  )
  const next = { ...document, version: '1.1.0', configDefinitions: plain }
  await makePublishedVersion({ skillSet: version.skillSet, document: next })

  const organisation = { id: ctx.viewer!.organisationId }
  const unsealed = await unsealConfig(ctx.db, organisation, {
    skillSetId: version.skillSetId,
    document: next,
  })
  const form = await getConfigForm(ctx, ref)

  expect(unsealed).toMatchObject({ secrets: [], missing: ['api_key'] })
  expect(form.missing).toContain('api_key')
  expect(JSON.stringify([unsealed, form])).not.toContain(SECRET)
})

test('a run receives none of the choices where a person unticked the default', async () => {
  const configDefinitions = CONFIG_DEFINITIONS.map((each) =>
    each.key === 'channels' ? { ...each, defaultValue: 'mail,sms' } : each,
  )
  const { ctx, ref, user, version, document } = await setUpConfig(makeConfigDocument({ configDefinitions }))
  const channels = async () =>
    (await unsealConfig(database(), user.organisation, { ...version, document })).config.channels

  expect(await channels()).toEqual(['mail', 'sms'])
  await saveConfigValues(ctx, ref, { channels: set([]) })
  expect(await channels()).toEqual([])
  await saveConfigValues(ctx, ref, { channels: { kind: 'clear' } })
  expect(await channels()).toEqual(['mail', 'sms'])
})

test('a secret of several lines reaches the run with all its line breaks, a token without the one at its end', async () => {
  const { ctx, ref, user, version, document } = await setUpConfig()
  const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
  const secret = async () =>
    (await unsealConfig(database(), user.organisation, { ...version, document })).secrets[0]?.value

  await saveConfigValues(ctx, ref, { api_key: set(key) })
  expect(await secret()).toBe(key)
  await saveConfigValues(ctx, ref, { api_key: set(`${SECRET}\n`) })
  expect(await secret()).toBe(SECRET)
})
