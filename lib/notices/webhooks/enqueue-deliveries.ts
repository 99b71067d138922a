import type { Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import type { WebhookData } from '../model/webhook-events.ts'
import type { WebhookRow } from '../rows/webhook-rows.ts'

/** `url` is absolute. */
export type NoticeMessage = WebhookData<'notice'> & { atMs: number }

/** `number` counts attempts from 1. */
export type Delivery = { webhookId: string; number: number } & Subject

type Subject = { runId: string } | { notice: NoticeMessage }

/** Returns the queue's partition, so that a slow host delays only itself. */
export function parseHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'nowhere'
}

/** Returns the id of the run or notice. */
export function deliverySubject(delivery: Delivery): string {
  return 'notice' in delivery ? delivery.notice.id : delivery.runId
}

/** Returns the id of one attempt: enqueued twice, it is sent once. */
export function deliveryId(delivery: Delivery): string {
  return `hook:${delivery.webhookId}:${deliverySubject(delivery)}:${delivery.number}`
}

export async function enqueueDelivery(
  tx: Tx,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  subject: Subject,
): Promise<void> {
  const input: Delivery = { webhookId: id, number: 1, ...subject }
  await enqueueWorkflow(tx, { name: 'hook', id: deliveryId(input), input, partition: parseHost(url) })
}
