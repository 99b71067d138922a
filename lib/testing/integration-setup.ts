import type { Context } from '../context/context.ts'
import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { connectWithKey } from '../integrations/connections.ts'
import { createProvider } from '../integrations/manage-providers.ts'
import type { AppError } from '../kernel/errors.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
} from './factories.ts'
import { returns } from './fake-sandbox.ts'

export const API_KEY = 'key_live_0123456789abcdef'

export const providerFieldsWith = (changes: Record<string, unknown> = {}) => ({
  ...{ name: 'Weather', description: 'Forecasts.', docsUrl: 'https://docs.example.com', kind: 'api_key' },
  ...{ hosts: ['api.example.com'], sentAs: 'header', sentName: 'X-Api-Key', scopes: [], issuer: null },
  ...{ authorizeUrl: null, tokenUrl: null, revokeUrl: null, clientId: null, isDisabled: false },
  ...changes,
})

/** Creates a provider and returns its slug. */
export async function makeProvider(changes: Record<string, unknown> = {}): Promise<string> {
  const slug = freshName('provider')
  await createProvider(await contextFor(await makeAdmin()), slug, providerFieldsWith(changes))
  return slug
}

export async function makeLinkedVersion(providers: string[], document: Partial<SkillSetDocument> = {}) {
  const version = await makePublishedVersion({
    document: makeSkillSetDocument({ requiredIntegrationProviders: providers, ...document }),
  })
  return { ...version, skillSetName: `${version.skillSet.publisher.handle}.${version.skillSet.slug}` }
}

export async function connect(
  ctx: Awaited<ReturnType<typeof contextFor>>,
  provider: string,
  skillSet?: string,
): Promise<void> {
  await connectWithKey(ctx, { provider, key: API_KEY, label: 'Team', ...(skillSet && { skillSet }) })
}

export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: AppError) => thrown.code,
  )

export async function setUpKeyAccount(changes: Record<string, unknown> = {}) {
  const sandbox = returns({ message: 'Sunny.' })
  const ctx = await contextFor(await makeUser(), { sandbox })
  const provider = await makeProvider(changes)
  const version = await makeLinkedVersion([provider])
  const run = (as: Context = ctx) =>
    runToEnd(as, { skill: { name: version.skillName }, args: { name: 'Ada' } })
  return { ctx, sandbox, provider, version, run }
}
