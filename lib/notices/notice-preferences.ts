import { z } from 'zod'
import { type Context, requireViewer } from '../context/context.ts'
import { listPreferences, storePreference } from '../db/platform/notice-preferences.ts'
import { parseFields } from '../validation/parse-with.ts'
import {
  type Channels,
  defaultChannels,
  isAlwaysSent,
  TOPIC_NAMES,
  TOPICS,
  type Topic,
} from './notice-topics.ts'

export type TopicPreference = Channels & { topic: Topic; label: string; description: string }

/** With defaults. */
export async function getNoticePreferences(ctx: Context): Promise<TopicPreference[]> {
  const { userId, role } = requireViewer(ctx)
  const stored = new Map((await listPreferences(ctx.db, userId)).map((row) => [row.topic, row]))
  const isChoice = (topic: Topic) =>
    !isAlwaysSent(topic) && (role === 'ADMIN' || !('forAdmins' in TOPICS[topic]))
  return TOPIC_NAMES.filter(isChoice).map((topic) => {
    const { onSite, byEmail, byWebhook } = stored.get(topic) ?? defaultChannels(topic)
    const { label, description } = TOPICS[topic]
    return { topic, label, description, onSite, byEmail, byWebhook }
  })
}

const given = z.object({
  topic: z.enum(TOPIC_NAMES).refine((topic) => !isAlwaysSent(topic), 'is always sent'),
  onSite: z.boolean(),
  byEmail: z.boolean(),
  byWebhook: z.boolean(),
})

/** Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function setNoticePreference(ctx: Context, preference: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  await storePreference(ctx.db, userId, parseFields(given, preference))
}
