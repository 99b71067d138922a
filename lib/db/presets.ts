/** Inputs that people keep under a name. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { Database, Tx } from './client.ts'
import type { Preset } from './generated/client.ts'
import { jsonColumn } from './json-column.ts'

export type PresetRow = Preset

export type PresetPlace = { userId: string; organisationId: string; skillName: string }

export function listPresetRows(db: Database | Tx, place: PresetPlace): Promise<PresetRow[]> {
  return db.preset.findMany({ where: place, orderBy: { name: 'asc' } })
}

export function countPresetRows(db: Database | Tx, place: PresetPlace): Promise<number> {
  return db.preset.count({ where: place })
}

/** Null, having written nothing, when the name is taken. */
export async function insertPreset(
  db: Database | Tx,
  preset: PresetPlace & { skillSetId: string; name: string; input: Json },
): Promise<PresetRow | null> {
  const [made] = await db.preset.createManyAndReturn({
    data: [{ ...preset, input: jsonColumn(preset.input) }],
    skipDuplicates: true,
  })
  return made ?? null
}

/** False when there is no such preset of this person. */
export async function deletePresetRow(
  db: Database | Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  if (!isStorable(id)) return false
  const { count } = await db.preset.deleteMany({ where: { id, userId } })
  return count === 1
}
