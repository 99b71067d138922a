import type { Tx } from '../db/core/prisma-client.ts'
import { enqueueWorkflow } from '../db/core/workers.ts'
import type { WebhookRow } from '../db/platform/webhook-rows.ts'

/** One delivery; `number` counts attempts from 1. */
export type Delivery = { webhookId: string; runId: string; number: number }

/** The queue's partition, so that a slow host delays only itself. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'nowhere'
}

/** The unique id of one attempt: enqueued twice, it is sent once. */
export function deliveryId({ webhookId, runId, number }: Delivery): string {
  return `hook:${webhookId}:${runId}:${number}`
}

export async function enqueueWebhookDeliveries(
  tx: Tx,
  runId: string,
  listeners: Pick<WebhookRow, 'id' | 'url'>[],
): Promise<void> {
  for (const { id: webhookId, url } of listeners) {
    const input: Delivery = { webhookId, runId, number: 1 }
    await enqueueWorkflow(tx, { name: 'hook', id: deliveryId(input), input, partition: hostOf(url) })
  }
}
