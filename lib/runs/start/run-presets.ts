import { type Context, requireViewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { parseArgs } from '../prepare/prepare-run-input.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import {
  countPresetRows,
  deletePresetRow,
  insertPreset,
  listPresetRows,
  type PresetRow,
  type PresetScope,
} from '../rows/example-runs.ts'
import type { PresetView } from '../views/run-view.ts'

const MAX_NAME = 60
export const MAX_PRESETS = 50

/** Returns the viewer's own presets; [] for visitors. */
export async function listPresets(ctx: Context, skillName: string): Promise<PresetView[]> {
  if (!ctx.viewer) return []
  const { userId, organisationId } = ctx.viewer
  return (await listPresetRows(ctx.db, { userId, organisationId, skillName })).map(showPreset)
}

/**
 * Throws UNAUTHENTICATED, NOT_FOUND for a skill the caller cannot run, INVALID_INPUT, LIMIT_REACHED, and CONFLICT if
 * the name is taken.
 */
export async function savePreset(
  ctx: Context,
  request: { skillName: unknown; name: unknown; input: unknown },
): Promise<PresetView> {
  const { userId, organisationId } = requireViewer(ctx)
  const name = parseName(request.name)
  const skill = await resolveSkill(ctx, { name: request.skillName })
  const scope = { userId, organisationId, skillName: skill.name }
  const input = parseArgs(request.input)
  const saved = await ctx.db.$transaction(async (tx) => {
    // Concurrent calls wait here, so that together they do not exceed the limit.
    await lockOrganisation(tx, organisationId)
    await requirePresetRoom(tx, scope)
    return insertPreset(tx, { ...scope, skillSetId: skill.skillSetId, name, input })
  })
  if (!saved)
    throw new AppError('CONFLICT', {
      message: `You already have a preset called “${name}”.`,
      suggestedAction: 'Choose another name.',
    })
  return showPreset(saved)
}

/** Deletes one of the viewer's presets. Throws UNAUTHENTICATED, and NOT_FOUND for presets of others. */
export async function deletePreset(ctx: Context, id: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const isDeleted = typeof id === 'string' && (await deletePresetRow(ctx.db, { id, userId }))
  if (!isDeleted) throw new AppError('NOT_FOUND')
}

async function requirePresetRoom(tx: Tx, scope: PresetScope): Promise<void> {
  const used = await countPresetRows(tx, scope)
  if (used < MAX_PRESETS) return
  throw limitReached('presets', {
    max: MAX_PRESETS,
    used,
    message: `You have ${used} presets for this skill, the maximum.`,
  })
}

function parseName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name.length > 0 && name.length <= MAX_NAME && isStorable(name)) return name
  const message = `A preset name must be 1-${MAX_NAME} characters.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/name', message }] })
}

function showPreset({ id, name, input, createdAt }: PresetRow): PresetView {
  return { id, name, input: input as PresetView['input'], createdAtMs: createdAt.getTime() }
}
