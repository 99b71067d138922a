/**
 * Code gets placeholders, with headers and query parameters to send; the egress guard inserts credentials for the
 * provider's hosts.
 */
import {
  makePlaceholder,
  type UnsealedConfig,
  type UnsealedSecret,
  unsealConfig,
} from '../config/unseal-config.ts'
import { type Context, requireViewer } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { findMember } from '../organisations/rows/organisations.ts'
import { findNeeds, needsError, providersIn, type UnsealedFor } from './integration-needs.ts'
import type { ProviderView } from './provider-view.ts'
import { openToken } from './refresh-token.ts'

/**
 * Returns incomplete settings as they are. Throws TOOL_NOT_AVAILABLE, naming the provider, if an account is not
 * connected, accepted or allowed, or a token cannot be renewed.
 */
export async function unsealForRun(db: Database, target: UnsealedFor): Promise<UnsealedConfig> {
  const config = await unsealConfig(db, target.organisation, target)
  return config.missing.length > 0 ? config : addIntegrations(db, target, config)
}

/** Throws as `unsealForRun`, and TOOL_NOT_AVAILABLE for plain members of the publisher. */
export async function withDraftIntegrations(
  ctx: Context,
  target: UnsealedFor,
  config: UnsealedConfig,
): Promise<UnsealedConfig> {
  if (config.missing.length > 0 || providersIn(target.document).length === 0) return config
  const { userId } = requireViewer(ctx)
  const member = await findMember(ctx.db, target.organisation.id, userId)
  if (!member || member.role === 'MEMBER')
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: 'Only owners and admins of the publisher can test drafts with its connected accounts.',
      suggestedAction: 'Ask an owner or admin to run the test.',
    })
  return addIntegrations(ctx.db, target, config, { isDraft: true })
}

async function addIntegrations(
  db: Database,
  { organisation, publisher, skillSetId, document }: UnsealedFor,
  config: UnsealedConfig,
  { isDraft = false } = {},
): Promise<UnsealedConfig> {
  const needs = await findNeeds(db, organisation.id, { skillSetId, document, isDraft })
  if (needs.length === 0) return config
  const error = needsError(needs, { skillSet: `${publisher}.${document.slug}`, name: document.name })
  if (error) throw error
  const accounts = await Promise.all(
    needs.flatMap(({ provider, row, connection }) =>
      provider && row && connection
        ? [openToken(db, row, connection).then((token) => ({ ...toAccount(provider, token), connection }))]
        : [],
    ),
  )
  return {
    ...config,
    secrets: [...config.secrets, ...accounts.map(({ secret }) => secret)],
    integrations: {
      context: Object.fromEntries(accounts.map(({ secret, context }) => [secret.key, context])),
      accounts: accounts.map(({ secret, connection }) => ({
        connectionId: connection.id,
        hosts: secret.hosts,
      })),
    },
  }
}

/** `context` becomes `context.integrations.<slug>`. */
function toAccount(
  { slug, hosts, sentAs, sentName }: ProviderView,
  value: string,
): { secret: UnsealedSecret & { hosts: string[] }; context: JsonObject } {
  const token = makePlaceholder()
  const name = sentName ?? ''
  const header = sentAs === 'bearer' ? 'authorization' : name.toLowerCase()
  const sentIn = sentAs === 'query' ? { query: name } : { header }
  const headers = sentAs === 'bearer' ? { Authorization: `Bearer ${token}` } : { [name]: token }
  return {
    secret: { key: slug, value, placeholder: token, hosts, sentIn },
    context: {
      token,
      headers: sentAs === 'query' ? {} : headers,
      query: sentAs === 'query' ? { [name]: token } : {},
      hosts,
    },
  }
}
