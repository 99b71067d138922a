import { describe, expect, test } from 'vitest'
import { getSkillPage } from '../catalog/get-skill-page.ts'
import type { SecretUse } from '../contracts/document/secret-use.ts'
import { install } from '../installs/change-install.ts'
import { makePublishedVersion } from '../testing/factories.ts'
import { CONFIG_DEFINITIONS, makeConfigDocument, setUpConfig } from '../testing/setup/catalog/config-form.ts'
import { getConfigForm } from './get-config-form.ts'
import { saveConfigValues } from './save-config-values.ts'
import { unsealConfig } from './unseal-config.ts'

const SECRET = 'sk_live_0123456789abcdef'

const set = (value: unknown) => ({ kind: 'set', value })

describe('the use of a secret', () => {
  type Secret = { hosts: string[]; exposure?: 'raw'; use?: SecretUse; reason?: string }
  const version = (number: string, secret: Secret) =>
    makeConfigDocument({ version: number, permissions: { secrets: [{ key: 'api_key', ...secret }] } })
  const GOOD = { hosts: ['api.example.com'] }
  const RAW = { hosts: [], exposure: 'raw' as const, reason: 'It signs each request.' }

  /**
   * Creates an organisation that gave its secret to `first`; `runOf` is what a run of a later version `next` would
   * get.
   */
  async function given(first: Secret) {
    const made = await setUpConfig(version('1.0.0', first))
    const { ctx, ref } = made
    await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
    const organisation = { id: ctx.viewer!.organisationId }
    const { skillSetId, skillSet } = made.version
    const publishNext = (next: Secret) => makePublishedVersion({ skillSet, document: version('1.1.0', next) })
    const runOf = (secret: Secret) =>
      unsealConfig(ctx.db, organisation, { skillSetId, document: version('1.1.0', secret) })
    return { ...made, publishNext, runOf }
  }

  test('a secret is a placeholder for code, unless the version reads it raw', async () => {
    const brokered = await given(GOOD)
    const raw = await given(RAW)

    expect((await brokered.runOf(GOOD)).config.api_key).toMatch(/^sbxsec_/)
    expect(await raw.runOf(RAW)).toMatchObject({
      config: { api_key: SECRET },
      // These values are redacted.
      secrets: [{ key: 'api_key', value: SECRET }],
    })
  })

  // biome-ignore format: table
  test.each<[how: string, before: Secret, after: Secret]>([
    ['sends it to another host',  GOOD,  { hosts: ['api.example.com', 'evil.example'] }],
    ['reads it raw',              GOOD,  { ...GOOD, exposure: 'raw', reason: 'Trust me.' }],
  ])('a version that %s gets the secret only after consent', async (_, before, after) => {
    const { ctx, ref, runOf, publishNext } = await given(before)
    const next = await publishNext(after)

    expect(await runOf(after)).toMatchObject({ secrets: [], missing: ['api_key'], withheld: ['api_key'] })
    const form = await getConfigForm(ctx, ref)
    expect(form.missing).toEqual(['api_key'])
    const missingOnPage = async () =>
      (await getSkillPage(ctx, { ...ref, skill: 'greet', version: '1.1.0' })).config.missing
    expect(await missingOnPage()).toEqual(['api_key'])

    await expect(install(ctx, ref, { versionId: next.id, consent: false })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    expect((await runOf(after)).missing).toEqual(['api_key'])
    await install(ctx, ref, { versionId: next.id, consent: true })
    expect((await runOf(after)).missing).toEqual([])
    expect(await missingOnPage()).toEqual([])
  })

  test('a version that sends a secret which only signed gets it only after consent', async () => {
    const signs: Secret = { ...GOOD, use: { kind: 'jwt', algorithm: 'HS256' } }
    const { runOf } = await given(signs)

    expect((await runOf(signs)).missing).toEqual([])
    expect(await runOf(GOOD)).toMatchObject({ secrets: [], withheld: ['api_key'] })
  })

  test('a version that only signs with a secret that was sent needs no other consent', async () => {
    const { runOf } = await given(GOOD)

    expect((await runOf({ ...GOOD, use: { kind: 'jwt', algorithm: 'HS256' } })).missing).toEqual([])
  })

  test('a version that exchanges a secret for tokens gets it only after consent to the host of the token address', async () => {
    const use = (host: string): SecretUse => ({
      kind: 'oauth-client-credentials',
      tokenUrl: `https://${host}/token`,
      clientId: 'sender',
    })
    const { runOf } = await given({ ...GOOD, use: use('auth.example') })

    expect((await runOf({ ...GOOD, use: use('auth.example') })).missing).toEqual([])
    expect((await runOf({ ...GOOD, use: { kind: 'jwt', algorithm: 'HS256' } })).missing).toEqual([])
    expect(await runOf({ ...GOOD, use: use('evil.example') })).toMatchObject({ withheld: ['api_key'] })
    expect(await runOf(GOOD)).toMatchObject({ secrets: [], withheld: ['api_key'] })
  })

  test('setting a secret again counts as consent', async () => {
    const { ctx, ref, runOf, publishNext } = await given(GOOD)
    await publishNext(RAW)
    await saveConfigValues(ctx, ref, { api_key: set(SECRET) })

    expect(await runOf(RAW)).toMatchObject({ config: { api_key: SECRET }, missing: [] })
  })

  test('a version that does less with a secret needs no consent', async () => {
    const { runOf } = await given({ hosts: ['api.example.com', 'b.example'] })

    expect((await runOf(GOOD)).missing).toEqual([])
  })

  test('a version’s validation rule cannot be used to guess a secret piece by piece', async () => {
    const { ctx, ref, version, document } = await setUpConfig()
    await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
    const guess = (validation: string) => {
      const configDefinitions = CONFIG_DEFINITIONS.map((each) =>
        each.key === 'api_key' ? { ...each, validation } : each,
      )
      return unsealConfig(
        ctx.db,
        { id: ctx.viewer!.organisationId },
        {
          ...version,
          document: { ...document, configDefinitions },
        },
      )
    }

    expect((await guess('^sk_live_0')).missing).toEqual((await guess('^sk_live_9')).missing)
  })

  test('the config form says that code reads a secret, and why', async () => {
    const { ctx, ref } = await given(RAW)
    const { fields } = await getConfigForm(ctx, ref)

    expect(fields.find(({ definition }) => definition.key === 'api_key')).toMatchObject({
      readRaw: 'It signs each request.',
      hosts: [],
    })
    expect(JSON.stringify(fields)).not.toContain(SECRET)
  })
})
