/**
 * Making toolsets, and agreeing to what is in them. Floor 3.
 *
 * A skill is in a toolset because a person read what it does, in one version, and agreed to it for the organisation.
 * No key can do any of this: an agent would widen its own hands.
 */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireOrganisationAdmin, requirePerson, type Viewer } from '../context.ts'
import { contractDocument } from '../contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '../contract/document/contract-hash.ts'
import { newPermissions, type PermissionLine } from '../contract/document/permission-words.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { isCallableName, isSlug } from '../contract/market/skill-name.ts'
import type { Tx } from '../db/client.ts'
import * as store from '../db/toolsets.ts'
import { AppError } from '../errors.ts'
import { requireConsent } from '../installs/consent.ts'
import { holdAgainst, type SkillNow, skillNow } from './hold-against.ts'

const MAX_TOOLSETS = 10
// Each tool costs the model's context, as with `?skills=`.
const MAX_SKILLS = 50

const slug = z
  .string('Enter a name.')
  .trim()
  .refine(isSlug, 'A name is 1-64 lowercase letters, digits and underscores.')
const skill = z
  .string()
  .refine(isCallableName, 'Name it as publisher.skillset.skill, or a built-in tool as vault.readFile.')
/** As `offerOf` and `listToolsets` say it. */
const versionId = z.string().regex(/^([0-9a-f-]{36}|tool:[0-9a-f]{64})$/, 'This is no version of anything.')

/** Throws POLICY_DENIED for plain members and for keys, INVALID_INPUT, CONFLICT for a name that is taken. */
export async function createToolset(ctx: Context, given: unknown): Promise<{ slug: string }> {
  const viewer = requireKeeper(ctx)
  const { organisationId, organisationName, userId: createdById } = viewer
  const { name } = parseWith(z.object({ name: slug }), given)
  if ((await store.listToolsets(ctx.db, organisationId)).length >= MAX_TOOLSETS)
    throw new AppError('CONFLICT', { message: `An organisation has ${MAX_TOOLSETS} toolsets at most.` })
  await ctx.db.$transaction(async (tx) => {
    const id = await store.insertToolset(tx, { organisationId, slug: name, createdById })
    if (id === null)
      throw new AppError('CONFLICT', { message: `${organisationName} has a toolset called ${name} already.` })
    await record(tx, viewer, 'toolset.create', { id, slug: name })
  })
  return { slug: name }
}

/** Throws as `createToolset`, and NOT_FOUND for one that the organisation does not have. */
export async function deleteToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireKeeper(ctx)
  const { toolset: name } = parseWith(z.object({ toolset: slug }), given)
  const toolset = await find(ctx, viewer, name)
  await ctx.db.$transaction(async (tx) => {
    if (await store.deleteToolset(tx, toolset.id)) await record(tx, viewer, 'toolset.delete', toolset)
  })
}

const added = z.object({ toolset: slug, skill, versionId, consent: z.boolean() })

/**
 * Adds a skill in the version that was read. Throws as `deleteToolset`, PRECONDITION_FAILED when what it may do was not
 * agreed to, and CONFLICT when another version would run by now or it is in already.
 */
export async function addToToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireKeeper(ctx)
  const { toolset: name, skill: skillName, versionId, consent } = parseWith(added, given)
  const toolset = await find(ctx, viewer, name)
  if (toolset.skills.length >= MAX_SKILLS)
    throw new AppError('CONFLICT', { message: `A toolset has ${MAX_SKILLS} skills at most.` })
  const now = await skillNow(ctx, skillName)
  requireSame(now, versionId)
  requireOwn(now, viewer)
  const lines = consentsTo(now)
  requireConsent(lines, { consent })
  await ctx.db.$transaction(async (tx) => {
    const isNew = await store.insertPin(tx, { toolsetId: toolset.id, skillName, ...agreedBy(viewer, now) })
    if (!isNew) throw new AppError('CONFLICT', { message: `${skillName} is in ${name} already.` })
    const consents = lines.map(({ sentence }) => sentence)
    await record(tx, viewer, 'toolset.add', toolset, { skill: skillName, version: now.number, consents })
  })
}

const named = z.object({ toolset: slug, skill })

/** Throws as `deleteToolset`. */
export async function removeFromToolset(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireKeeper(ctx)
  const { toolset: name, skill: skillName } = parseWith(named, given)
  const toolset = await find(ctx, viewer, name)
  await ctx.db.$transaction(async (tx) => {
    if (!(await store.deletePin(tx, { toolsetId: toolset.id, skillName }))) throw new AppError('NOT_FOUND')
    await record(tx, viewer, 'toolset.remove', toolset, { skill: skillName })
  })
}

const renewed = z.object({ toolset: slug, skill, versionId })

/** Renews the consent: `versionId` is the version whose changes were read. Throws as `addToToolset`. */
export async function agreeAgain(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireKeeper(ctx)
  const { toolset: name, skill: skillName, versionId } = parseWith(renewed, given)
  const toolset = await find(ctx, viewer, name)
  const pin = toolset.skills.find((each) => each.skillName === skillName)
  if (!pin) throw new AppError('NOT_FOUND')
  const { now, asking } = await holdAgainst(ctx, pin)
  requireSame(now, versionId)
  requireOwn(now, viewer)
  await ctx.db.$transaction(async (tx) => {
    const moved = { toolsetId: toolset.id, skillName, ...agreedBy(viewer, now) }
    if (!(await store.movePin(tx, pin.agreedAt, moved))) throw new AppError('CONFLICT')
    const changes = asking.map(({ sentence }) => sentence)
    const step = { skill: skillName, from: pin.number, to: now.number, changes }
    await record(tx, viewer, 'toolset.agree', toolset, step)
  })
}

/** Whoever may change what an organisation's agents are given: a person, and no plain member. */
function requireKeeper(ctx: Context): Viewer {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  return viewer
}

async function find(ctx: Context, { organisationId }: Viewer, slug: string) {
  const toolset = await store.findToolset(ctx.db, { organisationId, slug })
  if (!toolset) throw new AppError('NOT_FOUND', { message: `There is no toolset called “${slug}”.` })
  return toolset
}

function requireSame(now: SkillNow, versionId: string): void {
  if (now.versionId === versionId) return
  throw new AppError('CONFLICT', {
    message: `${now.number} would run by now. Read what it does, then agree to that.`,
  })
}

/** What there is to agree to before it is a tool: what an install of this skill alone would ask. */
export function consentsTo({ document, skill: asked }: SkillNow): PermissionLine[] {
  return newPermissions({ skills: [] }, { ...document, skills: [asked] })
}

/** A key acts for one organisation: what is private to another of its maker's, it could not run. */
function requireOwn({ privateTo }: SkillNow, { organisationId, organisationName }: Viewer): void {
  if (privateTo === undefined || privateTo === organisationId) return
  throw new AppError('POLICY_DENIED', {
    message: `It is private to its publisher’s organisation; ${organisationName} cannot use it.`,
    suggestedAction: 'Switch to the organisation that publishes it.',
  })
}

function agreedBy({ userId, name }: Viewer, { versionId, document, skill: agreed }: SkillNow) {
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

function record(
  tx: Tx,
  viewer: Viewer,
  action: string,
  { id, slug }: { id: string; slug: string },
  data: JsonObject = {},
) {
  const { organisationName: organisation } = viewer
  const about = { subjectType: 'toolset', subjectId: id, subject: slug }
  return recordAudit(tx, { actor: viewer, action, ...about, data: { organisation, ...data } })
}
