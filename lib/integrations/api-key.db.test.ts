// Tests providers with API keys: defining, connecting, allowing, running and disconnecting.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { database } from '../db/core/prisma-client.ts'
import { type AppError, toPublicError } from '../errors.ts'
import { install } from '../installs/change-install.ts'
import { listNotices } from '../notices/send-notice.ts'
import { startDraftRun } from '../runs/start/start-draft-run.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { endsWith, returns } from '../testing/fake-sandbox.ts'
import {
  API_KEY,
  connect,
  makeLinkedVersion,
  makeProvider,
  providerFieldsWith,
} from '../testing/integration-setup.ts'
import { allowSkillSet, connectWithKey, withdrawSkillSet } from './connections.ts'
import { disconnect } from './disconnect.ts'
import { getIntegrationsPage } from './integrations-page.ts'
import {
  createProvider,
  getProviderSettings,
  listProviderSettings,
  removeProvider,
  updateProvider,
} from './manage-providers.ts'

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: AppError) => thrown.code,
  )

async function setUp(changes: Record<string, unknown> = {}) {
  const sandbox = returns({ message: 'Sunny.' })
  const ctx = await contextFor(await makeUser(), { sandbox })
  const provider = await makeProvider(changes)
  const version = await makeLinkedVersion([provider])
  const run = (as: Context = ctx) =>
    runToEnd(as, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  return { ctx, sandbox, provider, version, run }
}

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
  const { ctx, provider, version } = await setUp()
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

describe('a run', () => {
  test('gets placeholders, and the credential goes to the guard for the hosts of the provider', async () => {
    const { ctx, sandbox, provider, version, run } = await setUp()
    await connect(ctx, provider, version.skillSetName)

    expect((await run()).state).toBe('succeeded')

    const [job] = sandbox.jobs
    const [secret] = job!.secrets
    expect(secret).toEqual({
      key: provider,
      value: API_KEY,
      placeholder: expect.stringMatching(/^sbxsec_[\w-]{24}$/),
      hosts: ['api.example.com'],
      sentIn: { header: 'x-api-key' },
    })
    expect(job!.context.integrations).toEqual({
      [provider]: {
        token: secret!.placeholder,
        headers: { 'X-Api-Key': secret!.placeholder },
        query: {},
        hosts: ['api.example.com'],
      },
    })
    expect(job!.network).toEqual(['api.example.com'])
    expect(JSON.stringify({ ...job, secrets: [] })).not.toContain(API_KEY)
  })

  // biome-ignore format: table
  test.each<[string, string | null, (token: string) => object, object]>([
    ['bearer', null,  (token) => ({ headers: { Authorization: `Bearer ${token}` }, query: {} }), { header: 'authorization' }],
    ['query',  'key', (token) => ({ headers: {}, query: { key: token } }),                       { query: 'key' }],
  ])('gets what to send as %s', async (sentAs, sentName, given, sentIn) => {
    const { ctx, sandbox, provider, version, run } = await setUp({ sentAs, sentName })
    await connect(ctx, provider, version.skillSetName)
    await run()

    const [secret] = sandbox.jobs[0]!.secrets
    expect(secret!.sentIn).toEqual(sentIn)
    expect(sandbox.jobs[0]!.context.integrations).toMatchObject({ [provider]: given(secret!.placeholder) })
  })

  test('is refused without an account, with what to do and where, and leaves no record', async () => {
    const { provider, version, run } = await setUp()

    const error = toPublicError(await run().catch((thrown) => thrown))

    expect(error).toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: 'Greetings needs a Weather account. Your organisation has not connected one.',
      href: `/settings/integrations?for=${version.skillSetName}`,
      suggested_action: expect.stringContaining('Settings → Integrations'),
      details: [{ keyword: 'integration', params: { provider, name: 'Weather', state: 'unconnected' } }],
    })
    expect(await database().run.count({ where: { skillName: version.skillName } })).toBe(0)
  })

  test('is refused until the SkillSet may use the account, and after that is withdrawn', async () => {
    const { ctx, provider, version, run } = await setUp()
    await connect(ctx, provider)
    const use = { provider, skillSet: version.skillSetName }

    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
    await allowSkillSet(ctx, use)
    expect(await refusalOf(run())).toBe('done')
    await withdrawSkillSet(ctx, { provider, skillSetId: version.skillSetId })
    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
  })

  test('may use it through an install, whose permissions name the account', async () => {
    const { ctx, provider, version, run } = await setUp()
    await connect(ctx, provider)
    const { publisher, slug } = version.skillSet
    const ref = { publisher: publisher.handle, skillset: slug }

    await expect(install(ctx, ref, { versionId: version.id, consent: false })).rejects.toMatchObject({
      options: { issues: [{ message: `Uses your organisation’s account at ${provider}.` }] },
    })
    await install(ctx, ref, { versionId: version.id, consent: true })

    expect(await refusalOf(run())).toBe('done')
  })

  test('of another organisation does not get the account', async () => {
    const { ctx, provider, version, run, sandbox } = await setUp()
    await connect(ctx, provider, version.skillSetName)
    const other = await contextFor(await makeUser(), { sandbox })

    expect(await refusalOf(run(other))).toBe('TOOL_NOT_AVAILABLE')
    expect(sandbox.jobs).toEqual([])
  })

  test('is refused while an admin has turned the provider off, and if it does not exist', async () => {
    const { ctx, provider, version, run } = await setUp()
    await connect(ctx, provider, version.skillSetName)
    const admin = await contextFor(await makeAdmin())
    await updateProvider(admin, provider, providerFieldsWith({ isDisabled: true }))
    const unknown = await makeLinkedVersion(['no_such_provider'])
    const call = { skill: { name: unknown.skillName }, args: { name: 'Ada' } }

    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
    await expect(runToEnd(ctx, call)).rejects.toMatchObject({
      message: expect.stringContaining('no_such_provider, which this site does not offer'),
    })
  })

  test('of a draft uses the publisher’s account, for its owners and admins only', async () => {
    const provider = await makeProvider()
    const document = makeSkillSetDocument({ requiredIntegrationProviders: [provider] })
    const draft = await makeDraft({ document })
    const { owner, organisationId } = draft.publisher
    const member = await makeUser()
    await database().membership.create({ data: { organisationId, userId: member.id, role: 'MEMBER' } })
    const organisation = await database().organisation.findUniqueOrThrow({ where: { id: organisationId } })
    await connect(await contextFor(owner, { organisation }), provider)
    const skillSlug = document.skills[0]!.slug
    const request = { skillSetId: draft.id, document, skillSlug, args: { name: 'Ada' } }
    const start = (ctx: Context) => startDraftRun(ctx, request)
    const sandbox = returns({ message: 'Sunny.' })
    await (await start(await contextFor(owner, { sandbox }))).ended
    expect(sandbox.jobs[0]!.secrets).toMatchObject([{ value: API_KEY }])
    await expect(start(await contextFor(member, { sandbox }))).rejects.toMatchObject({
      code: 'TOOL_NOT_AVAILABLE',
      message: expect.stringContaining('Only owners and admins'),
    })
  })
})

describe('an account', () => {
  test('is shown with the last characters of its key to owners only, and never the key', async () => {
    const { ctx, provider, version } = await setUp()
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
    const { ctx, provider, version } = await setUp()
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
    const { ctx, provider } = await setUp()
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
    const { ctx, provider } = await setUp()

    expect(await refusalOf(connectWithKey(ctx, { provider, key }))).toBe('INVALID_INPUT')
  })
})

test('members, API keys and visitors connect, allow and disconnect nothing', async () => {
  const { ctx, provider, version } = await setUp()
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
  const { ctx, provider } = await setUp()
  const hidden = await makeLinkedVersion([provider], { visibility: 'PRIVATE' })

  expect(await refusalOf(allowSkillSet(ctx, { provider, skillSet: hidden.skillSetName }))).toBe('NOT_FOUND')
})

describe('providers', () => {
  test('are seen and changed by admins of the site only', async () => {
    const { ctx, provider } = await setUp()
    const admin = await contextFor(await makeAdmin())
    const fields = providerFieldsWith()

    for (const [who, code] of [
      [ctx, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(listProviderSettings(who))).toBe(code)
      expect(await refusalOf(getProviderSettings(who, provider))).toBe(code)
    }
    for (const [who, code] of [
      [ctx, 'POLICY_DENIED'],
      [{ ...admin, keyId: 'key_1' }, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(createProvider(who, 'mine', fields))).toBe(code)
      expect(await refusalOf(updateProvider(who, provider, fields))).toBe(code)
      expect(await refusalOf(removeProvider(who, provider))).toBe(code)
    }
  })

  test.each([
    ['no hosts', { hosts: [] }, '/hosts'],
    ['a host that is a URL', { hosts: ['https://api.example.com'] }, '/hosts/0'],
    ['a header that the protocol sets', { sentName: 'Host' }, '/sentName'],
    ['a query parameter without a name', { sentAs: 'query', sentName: '' }, '/sentName'],
    ['no client', { kind: 'oauth2', issuer: 'https://id.example.com' }, '/clientId'],
    ['no endpoints', { kind: 'oauth2', clientId: 'a' }, '/authorizeUrl'],
    [
      'an endpoint in plain text',
      { kind: 'oauth2', clientId: 'a', issuer: 'http://id.example.com' },
      '/issuer',
    ],
    ['a name of nothing', { name: ' ' }, '/name'],
  ])('with %s are refused', async (_, changes, path) => {
    const admin = await contextFor(await makeAdmin())

    const refused = await createProvider(admin, 'odd', providerFieldsWith(changes)).catch((thrown) => thrown)

    expect(refused.code).toBe('INVALID_INPUT')
    expect(refused.options.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('with a used slug are refused, and with an odd one', async () => {
    const provider = await makeProvider()
    const admin = await contextFor(await makeAdmin())

    expect(await refusalOf(createProvider(admin, provider, providerFieldsWith()))).toBe('CONFLICT')
    expect(await refusalOf(createProvider(admin, 'A B', providerFieldsWith()))).toBe('INVALID_INPUT')
    expect(await refusalOf(updateProvider(admin, 'no_such', providerFieldsWith()))).toBe('NOT_FOUND')
  })

  test('keep their kind', async () => {
    const provider = await makeProvider()
    const admin = await contextFor(await makeAdmin())
    const oauth = { kind: 'oauth2', clientId: 'a', issuer: 'https://id.example.com' }

    const refused = updateProvider(admin, provider, providerFieldsWith(oauth))

    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/kind' }] },
    })
  })

  test('of another kind, turned off and unknown cannot be connected with a key', async () => {
    const { ctx } = await setUp()
    const oauth = { kind: 'oauth2', clientId: 'a', issuer: 'https://id.example.com' }
    for (const [provider, code] of [
      [await makeProvider(oauth), 'NOT_FOUND'],
      [await makeProvider({ isDisabled: true }), 'PRECONDITION_FAILED'],
      ['no_such', 'NOT_FOUND'],
    ] as const)
      expect(await refusalOf(connectWithKey(ctx, { provider, key: API_KEY })), provider).toBe(code)
  })

  test('take their connections and credentials with them', async () => {
    const { ctx, provider, version } = await setUp()
    await connect(ctx, provider, version.skillSetName)

    await removeProvider(await contextFor(await makeAdmin()), provider)

    const where = { organisationId: ctx.viewer!.organisationId }
    expect(await database().integrationConnection.count({ where })).toBe(0)
    expect(await database().sealedSecret.count({ where })).toBe(0)
    expect(await database().integrationUse.count({ where })).toBe(0)
  })
})
