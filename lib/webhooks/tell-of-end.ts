/** Telling webhooks that a run has ended. Floor 3. */
import type { Tx } from '../db/client.ts'
import type { WebhookRow } from '../db/webhooks.ts'
import { putOff } from '../db/workflows.ts'

/** What a worker needs to deliver one message; `number` counts its tries from 1. */
export type Delivery = { webhookId: string; runId: string; number: number }

/** Addresses of one host take turns, so that a slow one holds up nobody else's. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'nowhere'
}

/** The name of one try; put off twice it is done once. */
export function deliveryId({ webhookId, runId, number }: Delivery): string {
  return `hook:${webhookId}:${runId}:${number}`
}

/** In the transaction that ends the run: what was told has happened, and what happened is told. */
export async function tellOfEnd(
  tx: Tx,
  runId: string,
  listeners: Pick<WebhookRow, 'id' | 'url'>[],
): Promise<void> {
  for (const { id: webhookId, url } of listeners) {
    const input: Delivery = { webhookId, runId, number: 1 }
    await putOff(tx, { name: 'hook', id: deliveryId(input), input, partition: hostOf(url) })
  }
}
