import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { findUser } from '../accounts/rows/users.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { paths } from '../kernel/site/paths.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { mailLinkOrigin } from './mail/mail-settings.ts'
import {
  type Channels,
  defaultChannels,
  isAlwaysSent,
  isTopic,
  TOPIC_NAMES,
  TOPICS,
  type Topic,
} from './model/notice-topics.ts'
import { listPreferences, storePreference } from './rows/notice-preferences.ts'

export type TopicPreference = Channels & { topic: Topic; label: string; description: string }

/** Includes defaults. */
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

/** RFC 8058, with a MAC instead of a stored token. Undefined without the site's secret. */
export function unsubscribeUrl(userId: string, topic: Topic): string | undefined {
  const mac = macOf(userId, topic)
  return mac && mailLinkOrigin() + paths.unsubscribeByPost(`${userId}.${topic}.${mac}`)
}

function macOf(userId: string, topic: Topic): string | undefined {
  const secret = process.env.NEXTAUTH_SECRET
  return secret && createHmac('sha256', secret).update(`unsubscribe\n${userId}\n${topic}`).digest('base64url')
}

/** Throws NOT_FOUND. */
export function parseUnsubscribeToken(token: string): { userId: string; topic: Topic } {
  const [userId = '', topic = '', mac = ''] = token.split('.')
  const expected = isTopic(topic) ? macOf(userId, topic) : undefined
  const [given, wanted] = [Buffer.from(mac), Buffer.from(expected ?? '')]
  if (
    !isTopic(topic) ||
    isAlwaysSent(topic) ||
    !expected ||
    given.length !== wanted.length ||
    !timingSafeEqual(given, wanted)
  )
    throw new AppError('NOT_FOUND', { message: 'This unsubscribe link is not valid.' })
  return { userId, topic }
}

/** Throws NOT_FOUND. */
export async function unsubscribe(ctx: Context, token: string): Promise<Topic> {
  const { userId, topic } = parseUnsubscribeToken(token)
  if (!(await findUser(ctx.db, userId))) throw new AppError('NOT_FOUND')
  const stored = (await listPreferences(ctx.db, userId)).find((each) => each.topic === topic)
  const { onSite, byWebhook } = stored ?? defaultChannels(topic)
  await storePreference(ctx.db, userId, { topic, onSite, byWebhook, byEmail: false })
  return topic
}
