/**
 * Every event that webhooks receive. The sender (`bin/worker/deliver-hook.ts`), the settings pages and the guide use this
 * table, and a test receives each event and validates it.
 */
import { z } from 'zod'
import { InstantText } from '../../kernel/validation/response-schemas.ts'
import { RestFailedRun, RestRun } from '../../runs/model/rest-run.ts'
import { RUN_MOVES, type RunState } from '../../runs/model/run-states.ts'
import { NOTICE_KINDS, TOPIC_NAMES } from './notice-topics.ts'

const state = z
  .enum(Object.keys(RUN_MOVES) as RunState[])
  .meta({ description: 'How the run ended. A run that failed has the status “failed” and errors.' })

type WebhookEventSpec = {
  /** Whose webhooks receive it: those of an organisation, or the one of a person. */
  receiver: 'organisation' | 'person'
  sentWhen: string
  data: z.ZodType
}

export const WEBHOOK_EVENTS = {
  'run.ended': {
    receiver: 'organisation',
    sentWhen: 'A run of the organisation has ended, whatever its outcome.',
    data: z.discriminatedUnion('status', [RestRun.extend({ state }), RestFailedRun.extend({ state })]),
  },
  notice: {
    receiver: 'person',
    sentWhen: 'You are notified of something for which you chose the webhook.',
    data: z.object({
      id: z.string(),
      kind: z.enum(NOTICE_KINDS),
      topic: z.enum(TOPIC_NAMES),
      title: z.string(),
      body: z.string().meta({ description: 'Markdown.' }),
      url: z.string().nullable().meta({ description: 'The page that the notification is about.' }),
    }),
  },
} as const satisfies Record<string, WebhookEventSpec>

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[]

export type WebhookData<Event extends WebhookEvent> = z.infer<(typeof WEBHOOK_EVENTS)[Event]['data']>

/** The body of a delivery, as Standard Webhooks recommends it. `timestamp` is when the event happened. */
export type WebhookMessage<Event extends WebhookEvent = WebhookEvent> = {
  type: Event
  timestamp: string
  data: WebhookData<Event>
}

export function webhookMessage<Event extends WebhookEvent>(
  type: Event,
  at: Date,
  data: WebhookData<Event>,
): WebhookMessage<Event> {
  return { type, timestamp: at.toISOString(), data }
}

/** Validates the body of a delivery. Throws a ZodError. */
export function parseWebhookMessage(body: unknown): WebhookMessage {
  const { type, timestamp, data } = z
    .object({ type: z.enum(WEBHOOK_EVENT_NAMES), timestamp: InstantText, data: z.unknown() })
    .parse(body)
  return { type, timestamp, data: WEBHOOK_EVENTS[type].data.parse(data) }
}
