import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin, requirePerson } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { openCredential, sealClientSecret } from './credentials.ts'
import { type ProviderFields, providerFields, slugField } from './provider-fields.ts'
import { type ProviderView, toProviderView } from './provider-view.ts'
import { revokeCredential } from './revoke-credential.ts'
import { deleteConnection, deleteRevocationsOf, listConnectionsOf } from './rows/connection-rows.ts'
import * as store from './rows/provider-rows.ts'

export type ProviderSettings = ProviderView & {
  issuer: string | null
  authorizeUrl: string | null
  tokenUrl: string | null
  revokeUrl: string | null
  clientId: string | null
  hasClientSecret: boolean
  connections: number
}

/** Throws UNAUTHENTICATED, POLICY_DENIED. */
export async function listProviderSettings(ctx: Context): Promise<ProviderSettings[]> {
  requireAdmin(ctx)
  const [rows, counts] = await Promise.all([
    store.listProviderRows(ctx.db),
    store.countConnectionsByProvider(ctx.db),
  ])
  return rows.map((row) => toSettings(row, counts))
}

/** Throws as `listProviderSettings`, and NOT_FOUND. */
export async function getProviderSettings(ctx: Context, slug: unknown): Promise<ProviderSettings> {
  requireAdmin(ctx)
  return toSettings(await requireProvider(ctx, slug), await store.countConnectionsByProvider(ctx.db))
}

function toSettings(row: store.ProviderRow, counts: ReadonlyMap<string, number>): ProviderSettings {
  const { issuer, authorizeUrl, tokenUrl, revokeUrl, clientId } = row
  return {
    ...toProviderView(row),
    ...{ issuer, authorizeUrl, tokenUrl, revokeUrl, clientId },
    hasClientSecret: row.clientSecret !== null,
    connections: counts.get(row.slug) ?? 0,
  }
}

/** Throws INVALID_INPUT, CONFLICT for a used slug, POLICY_DENIED. */
export async function createProvider(ctx: Context, slug: unknown, given: unknown): Promise<void> {
  const actor = requireAdminPerson(ctx)
  const fields = parseFields(providerFields, given)
  const wanted = parseSlug(slug)
  await ctx.db.$transaction(async (tx) => {
    if (await store.findProviderRow(tx, wanted)) {
      const message = `There already is a provider called ${wanted}.`
      throw new AppError('CONFLICT', { message, issues: [{ path: '/slug', message }] })
    }
    await save(tx, wanted, fields, null)
    await recordAudit(tx, { actor, action: 'provider.add', ...subjectOf(wanted), data: auditData(fields) })
  })
}

/** Throws INVALID_INPUT, NOT_FOUND, POLICY_DENIED. */
export async function updateProvider(ctx: Context, slug: unknown, given: unknown): Promise<void> {
  const actor = requireAdminPerson(ctx)
  const fields = parseFields(providerFields, given)
  const row = await requireProvider(ctx, slug)
  if (row.kind !== fields.kind) {
    const message = 'The kind of a provider cannot change. Add another provider.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/kind', message }] })
  }
  await ctx.db.$transaction(async (tx) => {
    await save(tx, row.slug, fields, row)
    const data = auditData(fields)
    await recordAudit(tx, { actor, action: 'provider.change', ...subjectOf(row.slug), data })
  })
}

/** Also removes and revokes its connections, where the provider can. Throws NOT_FOUND, POLICY_DENIED. */
export async function removeProvider(ctx: Context, slug: unknown): Promise<void> {
  const actor = requireAdminPerson(ctx)
  const row = await requireProvider(ctx, slug)
  const connections = await listConnectionsOf(ctx.db, row.slug)
  const credentials = await Promise.all(connections.map(({ id }) => openCredential(ctx.db, id)))
  await ctx.db.$transaction(async (tx) => {
    for (const connection of await listConnectionsOf(tx, row.slug))
      await deleteConnection(tx, connection, { withUses: true })
    await deleteRevocationsOf(tx, row.slug)
    await store.deleteProviderRow(tx, row.slug)
    const data = { connections: connections.length }
    await recordAudit(tx, { actor, action: 'provider.remove', ...subjectOf(row.slug), data })
  })
  await Promise.all(credentials.map((credential) => credential && revokeCredential(row, credential)))
}

function requireAdminPerson(ctx: Context) {
  requirePerson(ctx)
  return requireAdmin(ctx)
}

async function requireProvider(ctx: Context, slug: unknown): Promise<store.ProviderRow> {
  const found = typeof slug === 'string' && slugField.safeParse(slug).success
  const row = found ? await store.findProviderRow(ctx.db, slug) : null
  if (!row) throw new AppError('NOT_FOUND', { message: 'There is no such provider.' })
  return row
}

function parseSlug(slug: unknown): string {
  const parsed = slugField.safeParse(slug)
  if (parsed.success) return parsed.data
  const message = parsed.error.issues[0]?.message ?? ''
  throw new AppError('INVALID_INPUT', {
    message: 'Some fields are invalid.',
    issues: [{ path: '/slug', message }],
  })
}

async function save(
  tx: Tx,
  slug: string,
  { clientSecret, isDisabled, ...rest }: ProviderFields,
  before: store.ProviderRow | null,
): Promise<void> {
  await store.saveProviderRow(tx, {
    ...rest,
    slug,
    ...sealedSecret(slug, clientSecret, before),
    disabledAt: isDisabled ? (before?.disabledAt ?? new Date()) : null,
  })
}

function sealedSecret(
  slug: string,
  secret: string | null | undefined,
  before: store.ProviderRow | null,
): Pick<store.ProviderRow, 'clientSecret' | 'keyId'> {
  if (secret === undefined && before) return { clientSecret: before.clientSecret, keyId: before.keyId }
  if (!secret) return { clientSecret: null, keyId: null }
  return sealClientSecret(slug, secret)
}

function subjectOf(slug: string) {
  return { subjectType: 'provider' as const, subjectId: slug, subject: slug }
}

function auditData({ kind, hosts, scopes, isDisabled }: ProviderFields) {
  return { kind, hosts, scopes, isDisabled }
}
