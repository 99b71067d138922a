/** Taking back what a plan did in the vault. Floor 3. */
import type { Context } from '../context.ts'
import { undo } from '../vault/undo.ts'
import { openVaultToWrite } from '../vault/vault.ts'
import { actForPlanRun, findOwnPlanRun } from './find-own-plan-run.ts'

/** In the vault of its organisation. Throws as `undo`; UNAUTHENTICATED, and NOT_FOUND for those of others. */
export async function undoPlanRun(ctx: Context, id: unknown): Promise<void> {
  const { row } = await findOwnPlanRun(ctx, id)
  const vault = openVaultToWrite(await actForPlanRun(ctx, row))
  await undo(vault, { planRunId: row.id })
}
