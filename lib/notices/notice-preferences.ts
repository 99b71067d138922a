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

/** Returns what the viewer can choose, with the defaults where they chose nothing. Throws UNAUTHENTICATED. */
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

const PreferenceFields = z.object({
  topic: z.enum(TOPIC_NAMES).refine((topic) => !isAlwaysSent(topic), 'is always sent'),
  onSite: z.boolean(),
  byEmail: z.boolean(),
  byWebhook: z.boolean(),
})

/** Throws UNAUTHENTICATED, INVALID_INPUT. */
export async function setNoticePreference(ctx: Context, preference: unknown): Promise<void> {
  const { userId } = requireViewer(ctx)
  await storePreference(ctx.db, userId, parseFields(PreferenceFields, preference))
}

/**
 * The link of a mail's List-Unsubscribe header (RFC 8058). A MAC of the person and the topic takes the place of a stored
 * token, so that links in old mails work. Returns undefined while the site has no secret.
 */
export function unsubscribeUrl(userId: string, topic: Topic): string | undefined {
  const mac = signTopic(userId, topic)
  return mac && mailLinkOrigin() + paths.unsubscribeByPost(`${userId}.${topic}.${mac}`)
}

function signTopic(userId: string, topic: Topic): string | undefined {
  const secret = process.env.NEXTAUTH_SECRET
  return secret && createHmac('sha256', secret).update(`unsubscribe\n${userId}\n${topic}`).digest('base64url')
}

/** Throws NOT_FOUND for a token that this site did not make, and for a topic that is always sent. */
export function parseUnsubscribeToken(token: string): { userId: string; topic: Topic } {
  const [userId = '', topic = '', mac = ''] = token.split('.')
  const expected = isTopic(topic) ? signTopic(userId, topic) : undefined
  const [sentMac, expectedMac] = [Buffer.from(mac), Buffer.from(expected ?? '')]
  if (
    !isTopic(topic) ||
    isAlwaysSent(topic) ||
    !expected ||
    sentMac.length !== expectedMac.length ||
    !timingSafeEqual(sentMac, expectedMac)
  )
    throw new AppError('NOT_FOUND', { message: 'This unsubscribe link is not valid.' })
  return { userId, topic }
}

/** Turns mails on a topic off, and returns the topic. Throws NOT_FOUND as `parseUnsubscribeToken`. */
export async function unsubscribe(ctx: Context, token: string): Promise<Topic> {
  const { userId, topic } = parseUnsubscribeToken(token)
  if (!(await findUser(ctx.db, userId))) throw new AppError('NOT_FOUND')
  const stored = (await listPreferences(ctx.db, userId)).find((each) => each.topic === topic)
  const { onSite, byWebhook } = stored ?? defaultChannels(topic)
  await storePreference(ctx.db, userId, { topic, onSite, byWebhook, byEmail: false })
  return topic
}
