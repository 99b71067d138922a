// Tests who may have webhooks, and that a secret is shown once and stored sealed.
import { expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { addWebhook, listWebhooks, openWebhook, removeWebhook, resumeWebhook } from './manage-webhooks.ts'

const URL = 'https://example.com/hook'
const owner = async () => contextFor(await makeUser())

test('a webhook’s secret is shown once and stored encrypted', async () => {
  const ctx = await owner()

  const { id, secret } = await addWebhook(ctx, { url: URL })

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await openWebhook(database(), id)).toEqual({ url: URL, secret })
  expect(JSON.stringify(await listWebhooks(ctx))).not.toContain('whsec')
  const row = await database().webhook.findUnique({ where: { id } })
  expect(Buffer.from(row!.sealed).includes(secret)).toBe(false)
})

test.each([
  [{ url: 'nonsense' }, '/url'],
  [{ url: 'ftp://example.com' }, '/url'],
  [{ url: 'https://me:pw@example.com' }, '/url'],
  [{ url: 7 }, '/url'],
  [{ url: URL, skillName: 'no such name' }, '/skillName'],
])('the webhook %j is refused, with the field that is wrong', async (given, path) => {
  const refused = addWebhook(await owner(), given)

  await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path }] } })
})

test('an organisation has at most ten webhooks, however fast they are added', async () => {
  const ctx = await owner()

  const added = await Promise.allSettled(Array.from({ length: 12 }, () => addWebhook(ctx, { url: URL })))

  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('members who are not owners or admins can neither list nor add webhooks', async () => {
  const member = await makeUser()
  const organisation = await makeOrganisation({ owner: await makeUser(), members: [member] })
  const ctx = await contextFor(member, { organisation })

  for (const refused of [() => addWebhook(ctx, { url: URL }), () => listWebhooks(ctx)])
    await expect(refused()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('the webhook of another organisation is not found when removed or resumed', async () => {
  const { id } = await addWebhook(await owner(), { url: URL })
  const stranger = await owner()

  for (const act of [removeWebhook, resumeWebhook])
    await expect(act(stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the eleventh webhook of an organisation is refused', async () => {
  const ctx = await owner()
  for (let count = 0; count < 10; count++) await addWebhook(ctx, { url: URL })

  await expect(addWebhook(ctx, { url: URL })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: {
      limit: { what: 'webhooks', max: 10, used: 10, unit: 'items' },
      suggestedAction: 'Delete a webhook you no longer need.',
    },
  })
})

test.each([
  ['http://127.0.0.1:8080/hook', true],
  ['https://10.0.0.1/hook', true],
  ['https://[::1]/hook', true],
  ['https://2130706433/hook', true],
  ['https://localhost/hook', true],
  ['https://example.com/hook', false],
  ['https://[2606:4700::1111]/hook', false],
])('a webhook to %s is saved with a warning that nothing will be delivered: %s', async (url, isWarned) => {
  const { warning } = await addWebhook(await owner(), { url })

  expect(warning !== undefined).toBe(isWarned)
  if (isWarned) expect(warning).toContain('not on the public internet')
})

test('a webhook to a host that the operator allows is saved without a warning', async () => {
  vi.stubEnv('GUILDHALL_WEBHOOK_HOSTS', '10.0.0.1:8443')

  expect((await addWebhook(await owner(), { url: 'https://10.0.0.1:8443/hook' })).warning).toBeUndefined()
  vi.unstubAllEnvs()
})
