import { type Context, requireViewer } from '../context/context.ts'
import { chooseLatest, offerVersions } from '../installs/offer-versions.ts'
import { readVersionReader } from '../installs/rows/version-readers.ts'
import {
  findDocuments,
  findVisibleSkillSet,
  type VisibleSkillSet,
} from '../publishing/rows/published-versions.ts'
import { type AccountConnection, toAccountConnection } from './account-connection.ts'
import { skillSetField } from './connections.ts'
import { findNeeds, type IntegrationNeed, toNeed } from './integration-needs.ts'
import { type ProviderView, toProviderView } from './provider-view.ts'
import { listConnectionRows, listUses } from './rows/connection-rows.ts'
import { listProviderRows } from './rows/provider-rows.ts'

export type IntegrationLine = {
  provider: ProviderView
  connection: AccountConnection | null
  /** The SkillSets that may use the account. */
  uses: { id: string; name: string; title: string }[]
}

export type IntegrationsPage = {
  organisationName: string
  canEdit: boolean
  lines: IntegrationLine[]
  wanted: { skillSet: string; title: string; needs: IntegrationNeed[] } | null
}

/** `skillSet` is from the URL; ignored if the viewer cannot see it. Throws UNAUTHENTICATED. */
export async function getIntegrationsPage(ctx: Context, skillSet: unknown): Promise<IntegrationsPage> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const [providers, connections, uses, wanted] = await Promise.all([
    listProviderRows(ctx.db),
    listConnectionRows(ctx.db, organisationId),
    listUses(ctx.db, organisationId),
    findWanted(ctx, skillSet),
  ])
  const canEdit = organisationRole !== 'MEMBER'
  const lines = providers.map((row): IntegrationLine => {
    const connection = connections.find(({ providerSlug }) => providerSlug === row.slug)
    return {
      provider: toProviderView(row),
      connection: connection ? toAccountConnection(connection, row, { withHint: canEdit }) : null,
      uses: uses
        .filter(({ providerSlug }) => providerSlug === row.slug)
        .map(({ skillSet: { id, slug, name, publisher } }) => ({
          id,
          name: `${publisher.handle}.${slug}`,
          title: name,
        })),
    }
  })
  const shown = lines.filter(({ provider, connection }) => connection || !provider.isDisabled)
  return { organisationName, canEdit, lines: shown, wanted }
}

async function findServed(ctx: Context, { skillSet, versions }: VisibleSkillSet) {
  const { organisationId } = requireViewer(ctx)
  const reader = await readVersionReader(ctx.db, { organisationId, skillSetId: skillSet.id })
  return chooseLatest(await offerVersions(ctx.db, reader, skillSet, versions))
}

async function findWanted(ctx: Context, skillSet: unknown): Promise<IntegrationsPage['wanted']> {
  const parsed = skillSetField.safeParse(skillSet)
  if (!parsed.success) return null
  const { userId, organisationId } = requireViewer(ctx)
  const visible = await findVisibleSkillSet(ctx.db, parsed.data, userId)
  const version = visible && (await findServed(ctx, visible))
  const document = version && (await findDocuments(ctx.db, [version.id])).get(version.id)
  if (!visible || !document) return null
  const { id, slug, name, publisher } = visible.skillSet
  const needs = await findNeeds(ctx.db, organisationId, { skillSetId: id, document })
  if (needs.length === 0) return null
  return { skillSet: `${publisher.handle}.${slug}`, title: name, needs: needs.map(toNeed) }
}
