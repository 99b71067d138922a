import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { type AppError, toPublicError } from '../kernel/errors.ts'
import { setUpConfig } from '../testing/setup/catalog/config-form.ts'
import { getConfigForm } from './get-config-form.ts'
import { saveConfigValues } from './save-config-values.ts'

const SECRET = 'sk_live_0123456789abcdef'

const set = (value: unknown) => ({ kind: 'set', value })

test.each(['api_key', 'account'])('a secret of seven characters is refused at its field: %s', async (key) => {
  const { ctx, ref } = await setUpConfig()

  await expect(saveConfigValues(ctx, ref, { [key]: set('1234567') })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: `/${key}`, keyword: 'minLength' }] },
  })
  await expect(saveConfigValues(ctx, ref, { [key]: set('12345678') })).resolves.toBeDefined()
})

test('a config change “keep” preserves, “clear” removes, and unnamed values stay', async () => {
  const { ctx, ref } = await setUpConfig()
  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: set('Ada'), region: set('us') })

  const form = await saveConfigValues(ctx, ref, { api_key: { kind: 'keep' }, sender: { kind: 'clear' } })

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
  ['a value that breaks the publisher’s rule', { mail: set('no address') }, '/mail'],
  ['nothing at all', { sender: set('') }, '/sender'],
  ['an object for a text', { sender: set({ $ne: '' }) }, '/sender'],
  ['far too much text', { sender: set('x'.repeat(20_000)) }, '/sender'],
])('a saved config refuses %s next to its field', async (_, changes, path) => {
  const { ctx, ref } = await setUpConfig()

  const saving = saveConfigValues(ctx, ref, changes)

  await expect(saving).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [expect.objectContaining({ path })] } })
})

test('a refused config never repeats a secret', async () => {
  const { ctx, ref } = await setUpConfig()

  const saving = saveConfigValues(ctx, ref, { api_key: set([SECRET]), account: set({ [SECRET]: SECRET }) })

  const refusal: AppError = await saving.then(
    () => Promise.reject(new Error('saved')),
    (thrown) => thrown,
  )
  expect(refusal.code).toBe('INVALID_INPUT')
  expect(JSON.stringify(toPublicError(refusal))).not.toContain(SECRET)
})

test('one invalid config value prevents all of them from being saved', async () => {
  const { ctx, ref } = await setUpConfig()

  await expect(saveConfigValues(ctx, ref, { sender: set('Ada'), retries: set('many') })).rejects.toThrow()

  expect((await getConfigForm(ctx, ref)).fields.some((field) => field.set)).toBe(false)
})

test('the secrets of a config have a total size limit that includes unchanged ones', async () => {
  const { ctx, ref } = await setUpConfig()
  const long = set('鍵'.repeat(16_000))
  await saveConfigValues(ctx, ref, { api_key: long, sender: long })

  const refused = saveConfigValues(ctx, ref, { account: long, polite: set(true) })

  await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path: '' }] } })
  expect((await getConfigForm(ctx, ref)).fields.filter(({ set }) => set)).toHaveLength(2)
  await saveConfigValues(ctx, ref, { account: long, api_key: { kind: 'clear' } })
})

test.each([null, 'x', [], { sender: 'Ada' }, { sender: { kind: 'drop' } }])(
  'a saved config refuses an invalid change: %j',
  async (changes) => {
    const { ctx, ref } = await setUpConfig()

    await expect(saveConfigValues(ctx, ref, changes)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test('the audit log names the keys of a saved config, not its values', async () => {
  const { ctx, ref, version } = await setUpConfig()

  await saveConfigValues(ctx, ref, { api_key: set(SECRET), sender: { kind: 'clear' } })

  const events = await database().auditEvent.findMany({ where: { subjectId: version.skillSetId } })
  expect(events).toMatchObject([{ action: 'config.save', data: { set: ['api_key'], cleared: ['sender'] } }])
  expect(JSON.stringify(events)).not.toContain(SECRET)
})
