import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { listNotices } from '../notices/send-notice.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { visitor } from '../testing/factories.ts'
import { endsWith } from '../testing/fake-sandbox.ts'
import {
  API_KEY,
  connect,
  makeLinkedVersion,
  refusalOf,
  setUpKeyAccount,
} from '../testing/integration-setup.ts'
import { allowSkillSet, connectWithKey, withdrawSkillSet } from './connections.ts'
import { disconnect } from './disconnect.ts'
import { getIntegrationsPage } from './integrations-page.ts'

/** Runs the skill; the provider answers its request with `status`. */
async function runAnswered(ctx: Context, skillName: string, status: number, host = 'api.example.com') {
  const request = { method: 'GET', host, status, sentBytes: 0, bytes: 0, ms: 1 }
  const sandbox = endsWith(() => ({
    ...{ kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] },
    requests: [request],
  }))
  return runToEnd({ ...ctx, sandbox }, { skill: { name: skillName }, args: { name: 'Ada' } })
}

test('a key that the provider answers with 401 is shown as rejected until it is accepted or replaced', async () => {
  const { ctx, provider, version } = await setUpKeyAccount()
  await connect(ctx, provider, version.skillSetName)
  const stateNow = async () =>
    (await getIntegrationsPage(ctx, null)).lines.find((line) => line.provider.slug === provider)?.connection
      ?.state
  const runWith = (status: number, host?: string) => runAnswered(ctx, version.skillName, status, host)

  await runWith(401, 'elsewhere.example.com')
  await runWith(500)
  expect(await stateNow()).toBe('connected')

  await runWith(401)
  await runWith(401)
  expect(await stateNow()).toBe('rejected')
  const { notices } = await listNotices(ctx)
  expect(notices.map(({ kind, href }) => [kind, href])).toEqual([
    ['integration.rejected', '/settings/integrations'],
  ])

  expect((await runWith(200)).state).toBe('succeeded')
  expect(await stateNow()).toBe('connected')

  await runWith(401)
  await connect(ctx, provider)
  expect(await stateNow()).toBe('connected')
})

describe('an account', () => {
  test('is shown with the last characters of its key to owners only, and never the key', async () => {
    const { ctx, provider, version } = await setUpKeyAccount()
    await connect(ctx, provider, version.skillSetName)
    const member = { ...ctx, viewer: { ...ctx.viewer!, organisationRole: 'MEMBER' as const } }

    const page = await getIntegrationsPage(ctx, version.skillSetName)

    const line = page.lines.find((each) => each.provider.slug === provider)
    expect(line).toMatchObject({
      connection: { label: 'Team', hint: API_KEY.slice(-4), state: 'connected' },
      uses: [{ name: version.skillSetName }],
    })
    expect(page.wanted).toMatchObject({ title: 'Greetings', needs: [{ slug: provider, state: 'ready' }] })
    const seen = JSON.stringify([page, await getIntegrationsPage(member, null)])
    expect(seen).not.toContain(API_KEY)
    expect(JSON.stringify(await getIntegrationsPage(member, null))).not.toContain(`"hint"`)
  })

  test('is stored encrypted, and deleted with its consents when it is disconnected', async () => {
    const { ctx, provider, version } = await setUpKeyAccount()
    await connect(ctx, provider, version.skillSetName)
    const { organisationId } = ctx.viewer!
    const stored = () => database().sealedSecret.findMany({ where: { organisationId } })
    const [secret] = await stored()
    expect(Buffer.from(secret!.sealed).toString('latin1')).not.toContain(API_KEY)

    await disconnect(ctx, provider)

    expect(await stored()).toEqual([])
    expect(await database().integrationUse.count({ where: { organisationId } })).toBe(0)
    expect(await refusalOf(disconnect(ctx, provider))).toBe('NOT_FOUND')
  })

  test('replaces an earlier one', async () => {
    const { ctx, provider } = await setUpKeyAccount()
    await connect(ctx, provider)
    await connectWithKey(ctx, { provider, key: 'another-key-of-theirs', label: '' })

    const { organisationId } = ctx.viewer!
    expect(await database().integrationConnection.count({ where: { organisationId } })).toBe(1)
    expect(await database().sealedSecret.count({ where: { organisationId } })).toBe(1)
  })

  test.each([
    ['too short', 'short'],
    ['with a line break inside', 'abcdefgh\nijklmnop'],
  ])('with a key %s is refused', async (_, key) => {
    const { ctx, provider } = await setUpKeyAccount()

    expect(await refusalOf(connectWithKey(ctx, { provider, key }))).toBe('INVALID_INPUT')
  })
})

test('members, API keys and visitors connect, allow and disconnect nothing', async () => {
  const { ctx, provider, version } = await setUpKeyAccount()
  await connect(ctx, provider)
  const member = { ...ctx, viewer: { ...ctx.viewer!, organisationRole: 'MEMBER' as const } }
  const key = { ...ctx, keyId: 'key_1' }
  const use = { provider, skillSet: version.skillSetName }

  for (const [who, code] of [
    [member, 'POLICY_DENIED'],
    [key, 'POLICY_DENIED'],
    [visitor(), 'UNAUTHENTICATED'],
  ] as const) {
    expect(await refusalOf(connectWithKey(who, { provider, key: API_KEY }))).toBe(code)
    expect(await refusalOf(allowSkillSet(who, use))).toBe(code)
    expect(await refusalOf(withdrawSkillSet(who, { provider, skillSetId: version.skillSetId }))).toBe(code)
    expect(await refusalOf(disconnect(who, provider))).toBe(code)
  }
})

test('a private SkillSet of others cannot be allowed', async () => {
  const { ctx, provider } = await setUpKeyAccount()
  const hidden = await makeLinkedVersion([provider], { visibility: 'PRIVATE' })

  expect(await refusalOf(allowSkillSet(ctx, { provider, skillSet: hidden.skillSetName }))).toBe('NOT_FOUND')
})
