import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { makeHint } from '../config/sealed-secrets.ts'
import { type Context, requireOrganisationAdmin, requirePerson, type Viewer } from '../context/context.ts'
import { MIN_SECRET_CHARS } from '../contracts/document/config-values.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { IdField, LineField, oneVisibleLine } from '../kernel/validation/text-fields.ts'
import { findVisibleSkillSet, type SkillSetRef } from '../publishing/rows/published-versions.ts'
import { type Credential, storeCredential } from './credentials.ts'
import * as store from './rows/connection-rows.ts'
import { findProviderRow, type ProviderRow } from './rows/provider-rows.ts'

/** "publisher.skillset" */
export const skillSetField = z
  .string()
  .max(140)
  .transform((name) => {
    const [publisher = '', skillset = ''] = name.split('.')
    return { publisher, skillset }
  })

const keyFields = z.strictObject({
  provider: IdField,
  key: z
    .string()
    .trim()
    .min(MIN_SECRET_CHARS, `Enter at least ${MIN_SECRET_CHARS} characters.`)
    .max(4_000, 'Use at most 4,000 characters.')
    .refine(
      (key) => isStorable(key) && /^[\x21-\x7e]+$/.test(key),
      'Enter the key without spaces and accents.',
    ),
  label: LineField.transform(oneVisibleLine).default(''),
  skillSet: skillSetField.optional(),
})

/**
 * Replaces an earlier key; `skillSet` may use it. Throws POLICY_DENIED for members and keys, INVALID_INPUT, NOT_FOUND.
 */
export async function connectWithKey(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireConnector(ctx)
  const { provider: slug, key, label, skillSet } = parseFields(keyFields, given)
  const provider = await requireConnectable(ctx, slug, 'api_key')
  const forSkillSetId = skillSet && (await findSkillSetId(ctx, viewer, skillSet))
  await ctx.db.$transaction((tx) =>
    saveConnection(tx, viewer, {
      provider,
      credential: { token: key },
      about: { label, hint: makeHint(key), scopes: [], expiresAt: null, canRefresh: false },
      forSkillSetId,
    }),
  )
}

export type Connected = {
  provider: ProviderRow
  credential: Credential
  about: Pick<store.NewConnection, 'label' | 'hint' | 'scopes' | 'expiresAt' | 'canRefresh'>
  forSkillSetId?: string | undefined
}

/** Replaces an earlier connection with this provider; consents stay. */
export async function saveConnection(
  tx: Tx,
  viewer: Viewer,
  { provider: { slug: providerSlug }, credential, about, forSkillSetId }: Connected,
): Promise<void> {
  const { organisationId, userId } = viewer
  const earlier = await store.listConnectionRows(tx, organisationId, [providerSlug])
  for (const connection of earlier) await store.deleteConnection(tx, connection, { withUses: false })
  const id = randomUUIDv7()
  await storeCredential(tx, { id, organisationId }, credential)
  await store.insertConnection(tx, { id, organisationId, providerSlug, connectedById: userId, ...about })
  const subject = { subjectType: 'integration' as const, subjectId: id, subject: providerSlug }
  const data = { organisationId, scopes: about.scopes }
  await recordAudit(tx, { actor: viewer, action: 'integration.connect', ...subject, data })
  if (forSkillSetId) await allow(tx, viewer, { providerSlug, skillSetId: forSkillSetId })
}

const useFields = z.strictObject({ provider: IdField, skillSet: skillSetField })

/** Throws POLICY_DENIED for members and keys, NOT_FOUND. */
export async function allowSkillSet(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireConnector(ctx)
  const { provider, skillSet } = parseFields(useFields, given)
  const { slug: providerSlug } = await requireConnectable(ctx, provider)
  const skillSetId = await findSkillSetId(ctx, viewer, skillSet)
  await ctx.db.$transaction((tx) => allow(tx, viewer, { providerSlug, skillSetId }))
}

const withdrawFields = z.strictObject({ provider: IdField, skillSetId: IdField })

/** Throws POLICY_DENIED for members and keys. */
export async function withdrawSkillSet(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireConnector(ctx)
  const { provider: providerSlug, skillSetId } = parseFields(withdrawFields, given)
  const { organisationId } = viewer
  await ctx.db.$transaction(async (tx) => {
    if (!(await store.deleteUse(tx, { organisationId, skillSetId, providerSlug }))) return
    const subject = { subjectType: 'integration' as const, subjectId: skillSetId, subject: providerSlug }
    await recordAudit(tx, {
      actor: viewer,
      action: 'integration.withdraw',
      ...subject,
      data: { organisationId },
    })
  })
}

/** Throws POLICY_DENIED for members and keys. */
export function requireConnector(ctx: Context): Viewer {
  requirePerson(ctx)
  return requireOrganisationAdmin(ctx)
}

/** Throws NOT_FOUND, also for another kind, and PRECONDITION_FAILED if an admin has disabled it. */
export async function requireConnectable(
  { db }: Pick<Context, 'db'>,
  slug: string,
  kind?: 'api_key' | 'oauth2',
): Promise<ProviderRow> {
  const provider = await findProviderRow(db, slug)
  if (!provider || (kind && provider.kind !== kind))
    throw new AppError('NOT_FOUND', { message: 'This site has no such integration.' })
  if (provider.disabledAt)
    throw new AppError('PRECONDITION_FAILED', {
      message: `${provider.name} is turned off on this site at the moment.`,
    })
  return provider
}

export async function findSkillSetId(ctx: Context, viewer: Viewer, ref: SkillSetRef): Promise<string> {
  const visible = await findVisibleSkillSet(ctx.db, ref, viewer.userId)
  if (!visible) throw new AppError('NOT_FOUND')
  return visible.skillSet.id
}

async function allow(
  tx: Tx,
  viewer: Viewer,
  use: { providerSlug: string; skillSetId: string },
): Promise<void> {
  const { organisationId, userId: allowedById } = viewer
  await store.allowUse(tx, { ...use, organisationId, allowedById })
  const subject = {
    subjectType: 'integration' as const,
    subjectId: use.skillSetId,
    subject: use.providerSlug,
  }
  await recordAudit(tx, { actor: viewer, action: 'integration.allow', ...subject, data: { organisationId } })
}
