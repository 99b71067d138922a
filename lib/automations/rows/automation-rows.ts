import type { Automation } from '../../kernel/db/generated/client.ts'
import { dataColumn, jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import type { AutomationKind, AutomationTrigger } from '../model/automation-trigger.ts'

export type AutomationRow = Omit<Automation, 'trigger' | 'input' | 'kind'> & {
  kind: AutomationKind
  trigger: AutomationTrigger
  input: Json
}

export type NewAutomation = Omit<
  AutomationRow,
  'createdAt' | 'updatedAt' | 'failuresInRow' | 'pausedAt' | 'pauseReason'
>

export type AutomationChange = Partial<
  Omit<AutomationRow, 'id' | 'organisationId' | 'createdAt' | 'updatedAt'>
>

function toColumns<Change extends AutomationChange>({ trigger, input, ...rest }: Change) {
  return {
    ...rest,
    ...(trigger && { trigger: dataColumn(trigger) }),
    ...(input !== undefined && { input: jsonColumn(input) }),
  }
}

export async function insertAutomation(tx: Tx, automation: NewAutomation): Promise<void> {
  const { trigger, input, ...rest } = automation
  await tx.automation.create({ data: { ...rest, trigger: dataColumn(trigger), input: jsonColumn(input) } })
}

export async function updateAutomation(
  tx: Database | Tx,
  key: { id: string; organisationId?: string },
  change: AutomationChange,
): Promise<boolean> {
  return (await tx.automation.updateMany({ where: key, data: toColumns(change) })).count === 1
}

export function countAutomations(db: Database | Tx, organisationId: string): Promise<number> {
  return db.automation.count({ where: { organisationId } })
}

const AUTOMATION_PARTS = {
  user: { select: { name: true } },
  savedPlan: { select: { slug: true, title: true } },
} as const

export type AutomationWithParts = AutomationRow & {
  user: { name: string }
  savedPlan: { slug: string; title: string } | null
}

export function listAutomationRows(
  db: Database,
  { organisationId, ...target }: { organisationId: string; skillName?: string; savedPlanId?: string },
): Promise<AutomationWithParts[]> {
  const rows = db.automation.findMany({
    where: { organisationId, ...target },
    include: AUTOMATION_PARTS,
    orderBy: { id: 'desc' },
  })
  return rows as Promise<AutomationWithParts[]>
}

export async function findAutomation(
  db: Database | Tx,
  key: { id: string; organisationId?: string },
): Promise<AutomationWithParts | null> {
  if (!isStorable(key.id)) return null
  const row = await db.automation.findFirst({ where: key, include: AUTOMATION_PARTS })
  return row as AutomationWithParts | null
}

export async function deleteAutomationRow(
  tx: Tx,
  key: { id: string; organisationId: string },
): Promise<boolean> {
  return (await tx.automation.deleteMany({ where: key })).count === 1
}

/** Returns how many were running and are paused now, in all organisations. */
export async function pauseAutomationsOf(
  tx: Tx,
  userId: string,
  { at, reason }: { at: Date; reason: string },
): Promise<number> {
  const { count } = await tx.automation.updateMany({
    where: { userId, pausedAt: null },
    data: { pausedAt: at, pauseReason: reason, nextAt: null },
  })
  return count
}

/** Deletes the automations that act as the person, in all organisations, with their secrets. Returns their number. */
export async function deleteAutomationsOf(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.automation.findMany({ where: { userId }, select: { secretId: true } })
  const secretIds = rows.flatMap(({ secretId }) => secretId ?? [])
  await tx.automation.deleteMany({ where: { userId } })
  await tx.sealedSecret.deleteMany({ where: { id: { in: secretIds } } })
  return rows.length
}

export type VaultAutomation = { id: string; trigger: Extract<AutomationTrigger, { kind: 'vault' }> }

export async function listVaultAutomations(tx: Tx, organisationId: string): Promise<VaultAutomation[]> {
  const rows = await tx.automation.findMany({
    where: { organisationId, kind: 'vault', pausedAt: null },
    select: { id: true, trigger: true },
  })
  return rows as VaultAutomation[]
}

export async function lockDueAutomations(tx: Tx, now: Date, take: number): Promise<AutomationRow[]> {
  const due = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Automation" WHERE "nextAt" <= ${now} AND "pausedAt" IS NULL
    ORDER BY "nextAt" LIMIT ${take} FOR UPDATE SKIP LOCKED`
  if (due.length === 0) return []
  const rows = await tx.automation.findMany({ where: { id: { in: due.map(({ id }) => id) } } })
  return rows as AutomationRow[]
}

export async function lockAutomation(tx: Tx, id: string): Promise<AutomationRow | null> {
  await tx.$queryRaw`SELECT "id" FROM "Automation" WHERE "id" = ${id} FOR UPDATE`
  return (await tx.automation.findUnique({ where: { id } })) as AutomationRow | null
}
