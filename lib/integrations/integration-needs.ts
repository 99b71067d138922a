import type { SkillSetDocument } from '../contracts/document/skillset-document.ts'
import { findInstall } from '../installs/rows/installs.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { findDocuments } from '../publishing/rows/published-versions.ts'
import { connectionState } from './account-connection.ts'
import { type ProviderView, toProviderView } from './provider-view.ts'
import { type ConnectionRow, listAllowedProviders, listConnectionRows } from './rows/connection-rows.ts'
import { listProviderRows, type ProviderRow } from './rows/provider-rows.ts'

/**
 * `unknown`: not on this site. `disabled`: by an admin. `unconnected`: no account. `expired`, `broken`: to be connected
 * again. `not-allowed`: for this SkillSet.
 */
type NeedState = 'ready' | 'unknown' | 'disabled' | 'unconnected' | 'expired' | 'broken' | 'not-allowed'

export type IntegrationNeed = { slug: string; name: string; state: NeedState; provider?: ProviderView }

type FoundNeed = IntegrationNeed & { row?: ProviderRow; connection?: ConnectionRow }

export type UnsealedFor = {
  organisation: { id: string }
  publisher: string
  skillSetId: string
  document: SkillSetDocument
}

type Target = {
  skillSetId: string
  document: Pick<SkillSetDocument, 'requiredIntegrationProviders'>
  /** Drafts use the publisher's own accounts, which need no consent. */
  isDraft?: boolean
}

/** Returns them in the document's order. */
export async function findNeeds(
  db: Database | Tx,
  organisationId: string,
  { skillSetId, document, isDraft = false }: Target,
): Promise<FoundNeed[]> {
  const slugs = providersIn(document)
  if (slugs.length === 0) return []
  const [providers, connections, allowed] = await Promise.all([
    listProviderRows(db, slugs),
    listConnectionRows(db, organisationId, slugs),
    isDraft ? slugs : findAllowed(db, { organisationId, skillSetId }),
  ])
  return slugs.map((slug) => {
    const row = providers.find((each) => each.slug === slug)
    const connection = connections.find(({ providerSlug }) => providerSlug === slug)
    const state = judgeNeed(row, connection, allowed.includes(slug))
    return {
      ...{ slug, name: row?.name ?? slug, state },
      ...(row && { provider: toProviderView(row), row }),
      ...(connection && { connection }),
    }
  })
}

export function toNeed({ slug, name, state, provider }: IntegrationNeed): IntegrationNeed {
  return { slug, name, state, ...(provider && { provider }) }
}

/** Draft documents are unchecked. */
export function providersIn({
  requiredIntegrationProviders: slugs,
}: Pick<SkillSetDocument, 'requiredIntegrationProviders'>): string[] {
  return Array.isArray(slugs) ? [...new Set(slugs.filter((slug) => typeof slug === 'string'))] : []
}

/** Returns providers allowed directly, or with the installed version. */
async function findAllowed(
  db: Database | Tx,
  key: { organisationId: string; skillSetId: string },
): Promise<string[]> {
  const [allowed, install] = await Promise.all([listAllowedProviders(db, key), findInstall(db, key)])
  const document = install && (await findDocuments(db, [install.versionId])).get(install.versionId)
  return [...allowed, ...(document ? providersIn(document) : [])]
}

function judgeNeed(
  provider: ProviderRow | undefined,
  connection: ConnectionRow | undefined,
  isAllowed: boolean,
): NeedState {
  if (!provider) return 'unknown'
  if (provider.disabledAt) return 'disabled'
  if (!connection) return 'unconnected'
  const state = connectionState(connection)
  if (state === 'expired' || state === 'broken') return state
  return isAllowed ? 'ready' : 'not-allowed'
}

/** Returns undefined if all are met. */
export function needsError(
  needs: readonly IntegrationNeed[],
  { skillSet, name }: { skillSet: string; name: string },
): AppError | undefined {
  const open = needs.filter(({ state }) => state !== 'ready')
  const [first] = open
  if (!first) return undefined
  const isFixable = !open.some(({ state }) => state === 'unknown' || state === 'disabled')
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: `${name} ${NEED_TEXTS[first.state](first.name)}`,
    issues: open.map((need) => ({
      path: '',
      keyword: 'integration',
      message: `${need.name} ${STATE_TEXTS[need.state]}`,
      params: { provider: need.slug, name: need.name, state: need.state },
    })),
    suggestedAction: isFixable
      ? 'An owner or admin of your organisation can do this under Settings → Integrations. Then run it again.'
      : 'Choose another skill, or ask the operator of this site.',
    ...(isFixable && { href: paths.integrationsFor(skillSet) }),
  })
}

/** Returns undefined if all are met. */
export async function findNeedsError(
  db: Database | Tx,
  { organisation, publisher, skillSetId, document }: UnsealedFor,
): Promise<AppError | undefined> {
  const needs = await findNeeds(db, organisation.id, { skillSetId, document })
  return needsError(needs, { skillSet: `${publisher}.${document.slug}`, name: document.name })
}

const STATE_TEXTS: Record<NeedState, string> = {
  ready: 'is ready',
  unknown: 'is not offered by this site',
  disabled: 'is turned off on this site',
  unconnected: 'is not connected',
  expired: 'has to be connected again',
  broken: 'has to be connected again',
  'not-allowed': 'is not allowed for this SkillSet',
}

const NEED_TEXTS: Record<NeedState, (name: string) => string> = {
  ready: (name) => `uses your ${name} account.`,
  unknown: (name) => `needs an integration with ${name}, which this site does not offer.`,
  disabled: (name) => `needs an integration with ${name}, which is turned off on this site at the moment.`,
  unconnected: (name) => `needs a ${name} account. Your organisation has not connected one.`,
  expired: (name) => `needs your ${name} account, but its access has expired. Connect it again.`,
  broken: (name) => `needs your ${name} account, but ${name} no longer accepts its access. Connect it again.`,
  'not-allowed': (name) =>
    `wants to use your organisation’s ${name} account, which has not been allowed yet.`,
}
