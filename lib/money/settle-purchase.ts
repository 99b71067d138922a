import type { Tx } from '../kernel/db/prisma-client.ts'
import type { RunRow } from '../runs/rows/runs.ts'
import { deletePurchase, markPurchasePaid } from './rows/skill-purchases.ts'

/**
 * Gives access to the text that a run buys if it succeeded, and lets another run buy it otherwise. Runs in the transaction that
 * settles the run's money; does nothing for a run that buys no text.
 */
export async function settlePurchase(
  tx: Tx,
  { id, terms, state }: Pick<RunRow, 'id' | 'terms' | 'state'>,
): Promise<void> {
  if (terms !== 'purchase') return
  if (state === 'succeeded') await markPurchasePaid(tx, id, new Date())
  else await deletePurchase(tx, id)
}
