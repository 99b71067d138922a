/** Inputs kept under a name, by one person in one organisation, for one skill. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { isStorable } from '../contract/json/storable.ts'
import {
  countPresetRows,
  deletePresetRow,
  insertPreset,
  listPresetRows,
  type PresetPlace,
  type PresetRow,
} from '../db/presets.ts'
import { AppError } from '../errors.ts'
import { parseArgs } from './parse-args.ts'
import { resolveSkill } from './resolve-skill.ts'
import type { PresetView } from './run-view.ts'

const MAX_NAME = 60
/** Of one person for one skill: all of them stand in a menu beside the form. */
export const MAX_PRESETS = 50

/** By name; none for visitors. */
export async function listPresets(ctx: Context, skillName: string): Promise<PresetView[]> {
  if (!ctx.viewer) return []
  const { userId, organisationId } = ctx.viewer
  return (await listPresetRows(ctx.db, { userId, organisationId, skillName })).map(showPreset)
}

/**
 * Keeps an input, complete or not. Throws UNAUTHENTICATED, NOT_FOUND for a skill the caller cannot run,
 * INVALID_INPUT for a name or an input that will not do, CONFLICT when the name is taken or there are too many.
 */
export async function savePreset(
  ctx: Context,
  wanted: { skillName: unknown; name: unknown; input: unknown },
): Promise<PresetView> {
  const { userId, organisationId } = requireViewer(ctx)
  const name = parseName(wanted.name)
  const skill = await resolveSkill(ctx, { name: wanted.skillName })
  const place = { userId, organisationId, skillName: skill.name }
  await requireRoom(ctx, place)
  const input = parseArgs(wanted.input)
  const saved = await insertPreset(ctx.db, { ...place, skillSetId: skill.skillSetId, name, input })
  if (!saved)
    throw new AppError('CONFLICT', {
      message: `You already have a preset called “${name}”.`,
      suggestedAction: 'Choose another name.',
    })
  return showPreset(saved)
}

/** Throws UNAUTHENTICATED, and NOT_FOUND for presets of others. */
export async function deletePreset(ctx: Context, id: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  const isGone = typeof id === 'string' && (await deletePresetRow(ctx.db, { id, userId }))
  if (!isGone) throw new AppError('NOT_FOUND')
}

/** Close to the limit, two at once may both be kept. */
async function requireRoom(ctx: Context, place: PresetPlace): Promise<void> {
  if ((await countPresetRows(ctx.db, place)) < MAX_PRESETS) return
  throw new AppError('CONFLICT', {
    message: `You have ${MAX_PRESETS} presets for this skill, and there is no room for more.`,
    suggestedAction: 'Delete one that you no longer need.',
  })
}

function parseName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name.length > 0 && name.length <= MAX_NAME && isStorable(name)) return name
  const message = `A preset's name is 1-${MAX_NAME} characters.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/name', message }] })
}

function showPreset({ id, name, input, createdAt }: PresetRow): PresetView {
  return { id, name, input: input as PresetView['input'], createdAtMs: createdAt.getTime() }
}
