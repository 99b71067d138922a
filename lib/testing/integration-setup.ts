import { connectWithKey } from '../integrations/connections.ts'
import { createProvider } from '../integrations/manage-providers.ts'
import type { SkillSetDocument } from '../skillset/document/skillset-document.ts'
import { contextFor, freshName, makeAdmin, makePublishedVersion, makeSkillSetDocument } from './factories.ts'

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
