// Tests a value on its path from the form to the sealed row, back to the form, and to a run.
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getSkillPage } from '../catalog/get-skill-page.ts'
import { database } from '../db/core/prisma-client.ts'
import { type AppError, toPublicError } from '../errors.ts'
import { install } from '../installs/change-install.ts'
import type { ConfigDefinition, SkillSetDocument } from '../skillset/document/skillset-document.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
  visitor,
} from '../testing/factories.ts'
import { getConfigForm } from './get-config-form.ts'
import { masterKey } from './master-key.ts'
import { saveConfigValues } from './save-config-values.ts'
import { seal } from './sealing.ts'
import { unsealConfig } from './unseal-config.ts'

const SECRET = 'sk_live_0123456789abcdef'

// biome-ignore format: table
const DEFINITIONS: ConfigDefinition[] = [
  { key: 'api_key',  label: 'API key',   type: 'SECRET',       required: true,  order: 1, isSensitive: true },
  { key: 'region',   label: 'Region',    type: 'SELECT',       required: false, order: 2, options: ['eu', 'us'], defaultValue: 'eu' },
  { key: 'retries',  label: 'Retries',   type: 'NUMBER',       required: false, order: 3, defaultValue: '3' },
  { key: 'polite',   label: 'Polite',    type: 'BOOLEAN',      required: false, order: 4 },
  { key: 'channels', label: 'Channels',  type: 'MULTI_SELECT', required: false, order: 5, options: ['mail', 'sms'] },
  { key: 'sender',   label: 'Sender',    type: 'STRING',       required: true,  order: 6 },
  { key: 'port',     label: 'Port',      type: 'NUMBER',       required: false, order: 8, validation: 'int' },
  { key: 'mail',     label: 'Mail',      type: 'STRING',       required: false, order: 9, validation: 'email' },
  { key: 'account',  label: 'Account',   type: 'STRING',       required: false, order: 7, isSensitive: true },
]

const makeDocument = (overrides: Partial<SkillSetDocument> = {}) =>
  makeSkillSetDocument({
    configDefinitions: DEFINITIONS,
    permissions: { secrets: [{ key: 'api_key', hosts: ['api.example.com'] }] },
    ...overrides,
  })

async function setUp(document = makeDocument()) {
  const user = await makeUser()
  const version = await makePublishedVersion({ document })
  return { user, ctx: await contextFor(user), version, ref: refOf(version), document }
}

function refOf({ skillSet }: TestVersion) {
  return { publisher: skillSet.publisher.handle, skillset: skillSet.slug }
}

const set = (value: unknown) => ({ do: 'set', value })

afterEach(() => vi.unstubAllEnvs())

test('a run receives the values set in the form, with defaults for the rest', async () => {
  const { ctx, ref, user, version, document } = await setUp()

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
  const { ctx, ref, user, version, document } = await setUp()
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

test.each(['api_key', 'account'])(
  'a secret of seven characters is refused where it is set: %s',
  async (key) => {
    const { ctx, ref } = await setUp()

    await expect(saveConfigValues(ctx, ref, { [key]: set('1234567') })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: `/${key}`, keyword: 'minLength' }] },
    })
    await expect(saveConfigValues(ctx, ref, { [key]: set('12345678') })).resolves.toBeDefined()
  },
)

describe('a secret that was saved before they had a least length', () => {
  /** Stores a value that an earlier version of this server would have accepted. */
  async function saved(value: string, document = makeDocument()) {
    const all = await setUp(document)
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

  test('is used while it is long enough to be found, and has to be replaced', async () => {
    const { ctx, ref, run } = await saved('123456')

    expect(await run()).toMatchObject({ missing: [], secrets: [{ key: 'api_key', value: '123456' }] })
    const [field] = (await getConfigForm(ctx, ref)).fields
    expect(field).toMatchObject({ isShort: true })
    expect(field).not.toHaveProperty('isUnusable')
  })

  test('is not sent anywhere when it is shorter than that', async () => {
    const { ctx, ref, run } = await saved('4711')

    expect(await run()).toMatchObject({ missing: ['api_key'], secrets: [] })
    expect((await getConfigForm(ctx, ref)).fields[0]).toMatchObject({ isShort: true, isUnusable: true })
  })

  test('can still be read by code with raw exposure', async () => {
    const permissions = {
      secrets: [{ key: 'api_key', hosts: [], exposure: 'raw' as const, reason: 'It signs.' }],
    }
    const { run } = await saved('4711', makeDocument({ permissions }))

    expect(await run()).toMatchObject({ missing: [], config: { api_key: '4711' } })
  })

  test('is not called too short to users who cannot replace it', async () => {
    const { user, ref } = await saved('123456')
    const member = await makeUser()
    await database().membership.create({
      data: { organisationId: user.organisation.id, userId: member.id, role: 'MEMBER' },
    })

    const form = await getConfigForm(await contextFor(member, { organisation: user.organisation }), ref)

    expect(form.fields[0]).not.toHaveProperty('isShort')
  })
})

test('no view that leaves the server contains a secret, and rows contain nothing readable', async () => {
  const { ctx, ref, user } = await setUp()

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

test('a secret of twelve characters gives no hint', async () => {
  const { ctx, ref } = await setUp()

  const { fields } = await saveConfigValues(ctx, ref, { api_key: set('abcdefghijkl') })

  expect(fields[0]?.set).toEqual({ updatedAtMs: expect.any(Number) })
})

test('keep preserves, clear removes, and unnamed values stay', async () => {
  const { ctx, ref } = await setUp()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada'), region: set('us') })

  const form = await saveConfigValues(ctx, ref, { api_key: { do: 'keep' }, sender: { do: 'clear' } })

  expect(form.fields.filter((field) => field.set).map((field) => field.definition.key)).toEqual([
    'api_key',
    'region',
  ])
  expect(form.missing).toEqual(['sender'])
})

// biome-ignore format: table
test.each([
  ['an invalid number', { retries: set('many') }, '/retries'],
  ['an option that is not offered', { region: set('moon') }, '/region'],
  ['an option that is not offered, among others', { channels: set(['sms', 'pigeon']) }, '/channels'],
  ['an undefined key', { colour: set('red') }, '/colour'],
  ['a number that is not whole', { port: set('80.5') }, '/port'],
  ['a value that breaks the publisher’s rule', { mail: set('nobody') }, '/mail'],
  ['nothing at all', { sender: set('') }, '/sender'],
  ['an object for a text', { sender: set({ $ne: '' }) }, '/sender'],
  ['far too much text', { sender: set('x'.repeat(20_000)) }, '/sender'],
])('refuses %s next to its field', async (_, changes, path) => {
  const { ctx, ref } = await setUp()

  const saving = saveConfigValues(ctx, ref, changes)

  await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [expect.objectContaining({ path })] } })
})

test('a refusal never repeats a secret', async () => {
  const { ctx, ref } = await setUp()

  const saving = saveConfigValues(ctx, ref, { api_key: set([SECRET]), account: set({ [SECRET]: SECRET }) })

  const refusal: AppError = await saving.then(
    () => Promise.reject(new Error('saved')),
    (thrown) => thrown,
  )
  expect(refusal.code).toBe('INVALID_INPUT')
  expect(JSON.stringify(toPublicError(refusal))).not.toContain(SECRET)
})

test('one invalid value prevents all of them from being saved', async () => {
  const { ctx, ref } = await setUp()

  await expect(saveConfigValues(ctx, ref, { sender: set('Ada'), retries: set('many') })).rejects.toThrow()

  expect((await getConfigForm(ctx, ref)).fields.some((field) => field.set)).toBe(false)
})

test('secrets have a total size limit that includes unchanged ones', async () => {
  const { ctx, ref } = await setUp()
  const long = set('鍵'.repeat(16_000))
  await saveConfigValues(ctx, ref, { api_key: long, sender: long })

  const refused = saveConfigValues(ctx, ref, { account: long, polite: set(true) })

  await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path: '' }] } })
  expect((await getConfigForm(ctx, ref)).fields.filter(({ set }) => set)).toHaveLength(2)
  await saveConfigValues(ctx, ref, { account: long, api_key: { do: 'clear' } })
})

test.each([null, 'x', [], { sender: 'Ada' }, { sender: { do: 'drop' } }])(
  'refuses an invalid change: %j',
  async (changes) => {
    const { ctx, ref } = await setUp()

    await expect(saveConfigValues(ctx, ref, changes)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test('a plain member may read the form, without hints, and not save it', async () => {
  const { ref } = await setUp()
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

test('other organisations never see the values', async () => {
  const { ctx, ref, version, document } = await setUp()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET) })
  const stranger = await makeUser()

  const form = await getConfigForm(await contextFor(stranger), ref)
  const unsealed = await unsealConfig(database(), stranger.organisation, { ...version, document })

  expect(form.fields.some((field) => field.set)).toBe(false)
  expect(unsealed.secrets).toEqual([])
})

test('a visitor has to sign in, and a private SkillSet is not visible to others', async () => {
  const { ref } = await setUp()
  const { ctx, ref: hidden } = await setUp(makeDocument({ visibility: 'PRIVATE' }))

  await expect(getConfigForm(visitor(), ref)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(saveConfigValues(visitor(), ref, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(getConfigForm(ctx, hidden)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getConfigForm(ctx, { publisher: 'a\0b', skillset: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the form is that of the version the organisation runs', async () => {
  const { ctx, ref, user, version } = await setUp()
  const next = makeDocument({ slug: version.skillSet.slug, version: '2.0.0', configDefinitions: [] })
  await makePublishedVersion({ skillSet: version.skillSet, document: next })
  const before = await getConfigForm(ctx, ref)

  const installKey = { organisationId: user.organisation.id, skillSetId: version.skillSetId }
  await database().install.create({ data: { ...installKey, versionId: version.id, installedById: user.id } })

  expect(before).toMatchObject({ versionNumber: '2.0.0', fields: [] })
  expect(await getConfigForm(ctx, ref)).toMatchObject({ versionNumber: '1.0.0', fields: { length: 9 } })
})

test('values sealed under a lost master key are missing, never half used, and can be set again', async () => {
  const { ctx, ref, user, version, document } = await setUp()
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
    region: { do: 'clear' },
  })
  expect(updated.missing).toEqual([])
})

test('a tampered row counts as missing', async () => {
  const { ctx, ref, user, version, document } = await setUp()
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

test('a value that an upgrade no longer allows has to be set again', async () => {
  const { ctx, ref, user, version } = await setUp()
  await saveConfigValues(ctx, ref, { region: set('us') })
  const stricter = DEFINITIONS.map((each) =>
    each.key === 'region' ? { ...each, options: ['eu', 'asia'] } : each,
  )

  const document = makeDocument({ configDefinitions: stricter })
  const { missing } = await unsealConfig(database(), user.organisation, { ...version, document })

  expect(missing).toContain('region')
})

test('a save is written to the audit log by its keys, not its values', async () => {
  const { ctx, ref, version } = await setUp()

  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: { do: 'clear' } })

  const events = await database().auditEvent.findMany({ where: { subjectId: version.skillSetId } })
  expect(events).toMatchObject([{ action: 'config.save', data: { set: ['api_key'], cleared: ['sender'] } }])
  expect(JSON.stringify(events)).not.toContain(SECRET)
})

test('a value stored as a secret is not passed to a version that made it a plain setting', async () => {
  const { ctx, ref, version, document } = await setUp()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
  const plain = DEFINITIONS.map((each) =>
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

describe('the use of a secret', () => {
  type Secret = { hosts: string[]; exposure?: 'raw'; reason?: string }
  const version = (number: string, secret: Secret) =>
    makeDocument({ version: number, permissions: { secrets: [{ key: 'api_key', ...secret }] } })
  const GOOD = { hosts: ['api.example.com'] }
  const RAW = { hosts: [], exposure: 'raw' as const, reason: 'It signs each request.' }

  /**
   * Creates an organisation that gave its secret to `first`; `runOf` is what a run of a later version `next` would
   * get.
   */
  async function given(first: Secret) {
    const made = await setUp(version('1.0.0', first))
    const { ctx, ref } = made
    await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
    const organisation = { id: ctx.viewer!.organisationId }
    const { skillSetId, skillSet } = made.version
    const publishNext = (next: Secret) => makePublishedVersion({ skillSet, document: version('1.1.0', next) })
    const runOf = (secret: Secret) =>
      unsealConfig(ctx.db, organisation, { skillSetId, document: version('1.1.0', secret) })
    return { ...made, publishNext, runOf }
  }

  test('it is a placeholder for code, unless the version reads it raw', async () => {
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
  ])('a version that %s gets it only after consent', async (_, before, after) => {
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

  test('setting it again is agreeing as well', async () => {
    const { ctx, ref, runOf, publishNext } = await given(GOOD)
    await publishNext(RAW)
    await saveConfigValues(ctx, ref, { api_key: set(SECRET) })

    expect(await runOf(RAW)).toMatchObject({ config: { api_key: SECRET }, missing: [] })
  })

  test('a version that does less with it needs no consent', async () => {
    const { runOf } = await given({ hosts: ['api.example.com', 'b.example'] })

    expect((await runOf(GOOD)).missing).toEqual([])
  })

  test('a version’s validation rule cannot be used to guess it piece by piece', async () => {
    const { ctx, ref, version, document } = await setUp()
    await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada') })
    const guess = (validation: string) => {
      const configDefinitions = DEFINITIONS.map((each) =>
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

  test('the form says that code reads it, and why', async () => {
    const { ctx, ref } = await given(RAW)
    const { fields } = await getConfigForm(ctx, ref)

    expect(fields.find(({ definition }) => definition.key === 'api_key')).toMatchObject({
      readRaw: 'It signs each request.',
      hosts: [],
    })
    expect(JSON.stringify(fields)).not.toContain(SECRET)
  })
})
