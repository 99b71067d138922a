/**
 * A skill enters a toolset when a person consents to one version of it. API keys cannot change toolsets: an
 * agent could extend its own permissions.
 */

import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import { unbindRevokedKeys } from '../auth/rows/api-keys.ts'
import { type Context, requireOrganisationAdmin, requirePerson, type Viewer } from '../context/context.ts'
import { contractDocument, contractHash, permissionsHash } from '../contracts/document/contract-document.ts'
import { newPermissions, type PermissionLine } from '../contracts/permissions/permission-lines.ts'
import { requireConsent } from '../installs/version-terms.ts'
import { notifyCatalogChange } from '../kernel/db/catalog-changes.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { isCallableName, isSlug } from '../kernel/names/skill-name.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { lockOrganisation } from '../organisations/rows/organisations.ts'
import { findCurrentSkillName } from '../publishing/rows/former-names.ts'
import { type CurrentSkill, compareWithConsent, findCurrentSkill } from './compare-with-consent.ts'
import * as store from './rows/toolsets.ts'

const MAX_TOOLSETS = 10
// Each tool takes room in the model's context.
export const MAX_TOOLSET_SKILLS = 50

const slug = z
  .string('Enter a name.')
  .trim()
  .refine(isSlug, 'A name is 1-64 lowercase letters, digits and underscores.')
const skill = z
  .string()
  .refine(
    isCallableName,
    'Enter a skill as publisher.skillset.skill, or a built-in tool such as vault.readFile.',
  )
/** The version that the person was shown, from `offerOf` or `listToolsets`. */
const versionId = z.string().regex(/^([0-9a-f-]{36}|tool:[0-9a-f]{64})$/, 'Enter a valid version.')

/**
 * Creates an empty toolset. Throws POLICY_DENIED for plain members and keys, INVALID_INPUT, LIMIT_REACHED, and CONFLICT
 * if the name is taken.
 */
export async function createToolset(ctx: Context, given: unknown): Promise<{ slug: string }> {
  const viewer = requireToolsetAdmin(ctx)
  const { organisationId, organisationName, userId: createdById } = viewer
  const { name } = parseFields(z.object({ name: slug }), given)
  await ctx.db.$transaction(async (tx) => {
    await lockOrganisation(tx, organisationId)
    const { length: used } = await store.listToolsetRows(tx, organisationId)
    if (used >= MAX_TOOLSETS)
      throw limitReached('toolsets', {
        max: MAX_TOOLSETS,
        used,
        message: `${organisationName} has ${used} toolsets, the maximum.`,
      })
    const id = await store.insertToolset(tx, { organisationId, slug: name, createdById })
    if (id === null)
      throw new AppError('CONFLICT', { message: `${organisationName} already has a toolset called ${name}.` })
    await record(tx, viewer, 'toolset.create', { id, slug: name })
  })
  return { slug: name }
}

/** Deletes a toolset. Throws as `createToolset`, NOT_FOUND, and CONFLICT while keys are bound to it. */
export async function deleteToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireToolsetAdmin(ctx)
  const { toolset: name } = parseFields(z.object({ toolset: slug }), given)
  const toolset = await find(ctx, viewer, name)
  await ctx.db.$transaction(async (tx) => {
    const bound = await unbindRevokedKeys(tx, toolset.id)
    if (bound > 0)
      throw new AppError('CONFLICT', {
        message: `${bound === 1 ? 'A key is' : `${bound} keys are`} bound to this toolset.`,
        suggestedAction: 'Revoke them first, or bind them to another toolset under Settings → API keys.',
        href: paths.keys,
      })
    if (await store.deleteToolsetRow(tx, toolset.id)) await record(tx, viewer, 'toolset.delete', toolset)
  })
}

const added = z.object({ toolset: slug, skill, versionId, consent: z.boolean() })

/**
 * Adds a skill in the version that the person consented to. Throws as `deleteToolset`, LIMIT_REACHED,
 * PRECONDITION_FAILED without consent, and CONFLICT if another version would
 * now run or the skill is already in it.
 */
export async function addToToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireToolsetAdmin(ctx)
  const { toolset: name, skill: asked, versionId, consent } = parseFields(added, given)
  const toolset = await find(ctx, viewer, name)
  const { length: used } = toolset.skills
  if (used >= MAX_TOOLSET_SKILLS)
    throw limitReached('toolset_skills', {
      max: MAX_TOOLSET_SKILLS,
      used,
      message: `The toolset ${name} has ${used} skills, the maximum.`,
    })
  const now = await findCurrentSkill(ctx, asked)
  const skillName = await findCurrentSkillName(ctx.db, asked)
  requireSame(now, versionId)
  requireOwn(now, viewer)
  const lines = permissionsToConsentTo(now)
  requireConsent(lines, { consent })
  await ctx.db.$transaction(async (tx) => {
    const isNew = await store.insertPin(tx, {
      toolsetId: toolset.id,
      skillName,
      ...consentRecord(viewer, now),
    })
    if (!isNew) throw new AppError('CONFLICT', { message: `${skillName} is already in ${name}.` })
    const consents = lines.map(({ sentence }) => sentence)
    await record(tx, viewer, 'toolset.add', toolset, { skill: skillName, version: now.number, consents })
  })
}

const named = z.object({ toolset: slug, skill })

export async function removeFromToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireToolsetAdmin(ctx)
  const { toolset: name, skill: skillName } = parseFields(named, given)
  const toolset = await find(ctx, viewer, name)
  await ctx.db.$transaction(async (tx) => {
    if (!(await store.deletePin(tx, { toolsetId: toolset.id, skillName }))) throw new AppError('NOT_FOUND')
    await record(tx, viewer, 'toolset.remove', toolset, { skill: skillName })
  })
}

const renewed = z.object({ toolset: slug, skill, versionId })

function consentChangedError(skillName: string): AppError {
  return new AppError('CONFLICT', {
    message: `Another admin has renewed the consent to ${skillName} in the meantime.`,
    suggestedAction: 'Reload the page to see it.',
  })
}

/** Renews the consent: `versionId` is the version whose changes were shown. Throws as `addToToolset`. */
export async function renewConsent(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireToolsetAdmin(ctx)
  const { toolset: name, skill: skillName, versionId } = parseFields(renewed, given)
  const toolset = await find(ctx, viewer, name)
  const pin = toolset.skills.find((each) => each.skillName === skillName)
  if (!pin) throw new AppError('NOT_FOUND')
  const { now, asking } = await compareWithConsent(ctx, pin)
  requireSame(now, versionId)
  requireOwn(now, viewer)
  await ctx.db.$transaction(async (tx) => {
    const moved = { toolsetId: toolset.id, skillName, ...consentRecord(viewer, now) }
    if (!(await store.movePin(tx, pin.agreedAt, moved))) throw consentChangedError(skillName)
    const changes = asking.map(({ sentence }) => sentence)
    const step = { skill: skillName, from: pin.number, to: now.number, changes }
    await record(tx, viewer, 'toolset.agree', toolset, step)
  })
}

function requireToolsetAdmin(ctx: Context): Viewer {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  return viewer
}

async function find(ctx: Context, { organisationId }: Viewer, slug: string) {
  const toolset = await store.findToolset(ctx.db, { organisationId, slug })
  if (!toolset) throw new AppError('NOT_FOUND', { message: `There is no toolset called “${slug}”.` })
  return toolset
}

function requireSame(now: CurrentSkill, versionId: string): void {
  if (now.versionId === versionId) return
  throw new AppError('CONFLICT', {
    message: `Version ${now.number} would run now. Review its permissions, then agree to it.`,
  })
}

/** Returns the permissions to consent to, as for an install of this skill alone. */
export function permissionsToConsentTo({ document, skill: asked }: CurrentSkill): PermissionLine[] {
  return newPermissions({ skills: [] }, { ...document, skills: [asked] })
}

/** A key acts for one organisation, so it could not run another organisation's private skill. */
function requireOwn({ privateTo }: CurrentSkill, { organisationId, organisationName }: Viewer): void {
  if (privateTo === undefined || privateTo === organisationId) return
  throw new AppError('POLICY_DENIED', {
    message: `This skill is private to its publisher’s organisation. ${organisationName} cannot use it.`,
    suggestedAction: 'Switch to the organisation that publishes it.',
  })
}

function consentRecord({ userId, name }: Viewer, { versionId, document, skill: agreed }: CurrentSkill) {
  const isTool = versionId.startsWith('tool:')
  return {
    ...(isTool ? { versionId: null, toolDocument: document } : { versionId, toolDocument: null }),
    contractHash: contractHash(contractDocument(document, agreed)),
    permissionsHash: permissionsHash(document, agreed),
    agreedById: userId,
    agreedByName: name,
    agreedAt: new Date(),
  }
}

/** Writes the audit event, and tells clients that use the toolset. */
async function record(
  tx: Tx,
  viewer: Viewer,
  action: AuditAction,
  { id, slug }: { id: string; slug: string },
  data: JsonObject = {},
) {
  const { organisationName: organisation, organisationId } = viewer
  const about = { subjectType: 'toolset' as const, subjectId: id, subject: slug }
  await notifyCatalogChange(tx, { kind: 'toolset', organisationId })
  await recordAudit(tx, { actor: viewer, action, ...about, data: { organisation, ...data } })
}
