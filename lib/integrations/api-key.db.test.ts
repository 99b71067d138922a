// Tests runs that use an account with an API key.
import { describe, expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import { install } from '../installs/change-install.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { toPublicError } from '../kernel/errors.ts'
import { startDraftRun } from '../runs/start/start-draft-run.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import { contextFor, makeAdmin, makeDraft, makeSkillSetDocument, makeUser } from '../testing/factories.ts'
import { returns } from '../testing/fake-sandbox.ts'
import {
  API_KEY,
  connect,
  makeLinkedVersion,
  makeProvider,
  providerFieldsWith,
  refusalOf,
  setUpKeyAccount,
} from '../testing/integration-setup.ts'
import { allowSkillSet, withdrawSkillSet } from './connections.ts'
import { updateProvider } from './manage-providers.ts'

describe('a run of a skill that uses an account with an API key', () => {
  test('gets placeholders, and the credential goes to the guard for the hosts of the provider', async () => {
    const { ctx, sandbox, provider, version, run } = await setUpKeyAccount()
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
    const { ctx, sandbox, provider, version, run } = await setUpKeyAccount({ sentAs, sentName })
    await connect(ctx, provider, version.skillSetName)
    await run()

    const [secret] = sandbox.jobs[0]!.secrets
    expect(secret!.sentIn).toEqual(sentIn)
    expect(sandbox.jobs[0]!.context.integrations).toMatchObject({ [provider]: given(secret!.placeholder) })
  })

  test('is refused without an account, with what to do and where, and leaves no record', async () => {
    const { provider, version, run } = await setUpKeyAccount()

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

  test('is refused before the SkillSet is allowed to use the account, and after the permission is withdrawn', async () => {
    const { ctx, provider, version, run } = await setUpKeyAccount()
    await connect(ctx, provider)
    const use = { provider, skillSet: version.skillSetName }

    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
    await allowSkillSet(ctx, use)
    expect(await refusalOf(run())).toBe('done')
    await withdrawSkillSet(ctx, { provider, skillSetId: version.skillSetId })
    expect(await refusalOf(run())).toBe('TOOL_NOT_AVAILABLE')
  })

  test('gets the account through an install, whose permissions name it', async () => {
    const { ctx, provider, version, run } = await setUpKeyAccount()
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
    const { ctx, provider, version, run, sandbox } = await setUpKeyAccount()
    await connect(ctx, provider, version.skillSetName)
    const other = await contextFor(await makeUser(), { sandbox })

    expect(await refusalOf(run(other))).toBe('TOOL_NOT_AVAILABLE')
    expect(sandbox.jobs).toEqual([])
  })

  test('is refused while an admin has turned the provider off, and if it does not exist', async () => {
    const { ctx, provider, version, run } = await setUpKeyAccount()
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
