import { setTimeout as sleep } from 'node:timers/promises'
import * as oauth from 'openid-client'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { log } from '../kernel/logging/log.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../organisations/rows/memberships.ts'
import { openCredential, storeCredential } from './credentials.ts'
import {
  computeExpiry,
  describeOAuthFailure,
  getOAuthClient,
  grantedScopes,
  toCredential,
} from './oauth-client.ts'
import { type ConnectionRow, endRefresh, findConnectionRow, leaseRefresh } from './rows/connection-rows.ts'
import type { ProviderRow } from './rows/provider-rows.ts'

/** Enough for a run, which lasts a minute at most. */
const RENEWED_BEFORE_MS = 2 * 60_000
/** Exceeds the timeout of a request. */
const LEASE_MS = 15_000
const WAIT_MS = 20_000
const POLL_MS = 100

type Expiring = Pick<ConnectionRow, 'canRefresh' | 'expiresAt'>

function isDueForRefresh({ canRefresh, expiresAt }: Expiring): boolean {
  return canRefresh && expiresAt !== null && expiresAt.getTime() < Date.now() + RENEWED_BEFORE_MS
}

/**
 * One of concurrent callers, in any process, asks the provider: a refresh token often works once. Throws
 * TOOL_NOT_AVAILABLE if the provider refuses, which breaks the connection; or if it cannot be reached and the old token
 * has expired.
 */
async function refreshToken(db: Database, provider: ProviderRow, id: string): Promise<void> {
  const until = Date.now() + WAIT_MS
  while (true) {
    const isLeased = await leaseRefresh(db, id, new Date(Date.now() + LEASE_MS))
    const connection = await findConnectionRow(db, id)
    if (!connection || connection.brokenAt) throw brokenError(provider)
    if (!isDueForRefresh(connection)) return isLeased ? endRefresh(db, id, {}).then(() => {}) : undefined
    if (isLeased) return renew(db, provider, connection)
    if (Date.now() > until) throw unreachableError(provider)
    await sleep(POLL_MS)
  }
}

async function renew(db: Database, provider: ProviderRow, connection: ConnectionRow): Promise<void> {
  const { id, organisationId } = connection
  const before = await openCredential(db, id)
  try {
    const config = await getOAuthClient(provider)
    const tokens = await oauth.refreshTokenGrant(config, before?.refreshToken ?? '')
    // Without rotation, the provider sends none.
    const credential = { refreshToken: before?.refreshToken, ...toCredential(tokens) }
    const after = { expiresAt: computeExpiry(tokens), scopes: grantedScopes(tokens, connection.scopes) }
    await db.$transaction(async (tx) => {
      // If it was disconnected, nothing may be stored.
      if (await endRefresh(tx, id, after)) await storeCredential(tx, { id, organisationId }, credential)
    })
  } catch (thrown) {
    const isRefused = thrown instanceof oauth.ResponseBodyError && thrown.error === 'invalid_grant'
    log.warn(
      { provider: provider.slug, reason: describeOAuthFailure(thrown) },
      'a token could not be renewed',
    )
    if (isRefused) {
      await markBroken(db, provider, connection)
      throw brokenError(provider)
    }
    await endRefresh(db, id, {})
    const isStillValid = connection.expiresAt !== null && connection.expiresAt.getTime() > Date.now() + 10_000
    if (!isStillValid) throw unreachableError(provider)
  }
}

/** Notifies owners and admins, who can connect it again. */
async function markBroken(
  db: Database,
  { name }: Pick<ProviderRow, 'name'>,
  { id, organisationId }: ConnectionRow,
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (!(await endRefresh(tx, id, { brokenAt: new Date() }))) return
    await sendNotice(tx, await listOrganisationAdminIds(tx, [organisationId]), {
      kind: 'integration.broken',
      title: `${name} no longer accepts your organisation’s account`,
      body: 'Runs, plans and automations that need it are refused until you connect it again.',
      href: paths.integrations,
    })
  })
}

function brokenError({ name }: Pick<ProviderRow, 'name'>): AppError {
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: `${name} no longer accepts the access to your organisation’s account.`,
    suggestedAction:
      'An owner or admin of your organisation can connect it again under Settings → Integrations.',
  })
}

function unreachableError({ name }: Pick<ProviderRow, 'name'>): AppError {
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: `${name} did not renew the access to your organisation’s account.`,
    suggestedAction: 'Try again in a few minutes.',
  })
}

/** Returns the API key, or a renewed token. Throws TOOL_NOT_AVAILABLE without one. */
export async function openToken(
  db: Database,
  provider: ProviderRow,
  connection: ConnectionRow,
): Promise<string> {
  if (isDueForRefresh(connection)) await refreshToken(db, provider, connection.id)
  const credential = await openCredential(db, connection.id)
  if (credential) return credential.token
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: `The access to your ${provider.name} account cannot be read on this server.`,
    suggestedAction: 'Connect it again under Settings → Integrations.',
  })
}
