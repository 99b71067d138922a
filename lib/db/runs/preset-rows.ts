import type { Json } from '../../json/json.ts'
import { isStorable } from '../../validation/storable.ts'
import { jsonColumn } from '../core/json-column.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import type { Preset } from '../generated/client.ts'

export type PresetRow = Preset

export type PresetScope = { userId: string; organisationId: string; skillName: string }

export function listPresetRows(db: Database | Tx, scope: PresetScope): Promise<PresetRow[]> {
  return db.preset.findMany({ where: scope, orderBy: { name: 'asc' } })
}

export function countPresetRows(db: Database | Tx, scope: PresetScope): Promise<number> {
  return db.preset.count({ where: scope })
}

export async function insertPreset(
  db: Database | Tx,
  preset: PresetScope & { skillSetId: string; name: string; input: Json },
): Promise<PresetRow | null> {
  const [inserted] = await db.preset.createManyAndReturn({
    data: [{ ...preset, input: jsonColumn(preset.input) }],
    skipDuplicates: true,
  })
  return inserted ?? null
}

export async function deletePresetRow(
  db: Database | Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  if (!isStorable(id)) return false
  const { count } = await db.preset.deleteMany({ where: { id, userId } })
  return count === 1
}
