import { z } from 'zod'
import { enforceRateLimit, RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { type Context, requirePerson, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { LineField, ReasonField } from '../../kernel/validation/text-fields.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../../organisations/rows/memberships.ts'
import { findPublisher } from '../rows/published-versions.ts'

const Message = z.object({
  message: ReasonField,
  /** How the publisher can answer. Nothing else of the sender but the name is passed on. */
  replyTo: LineField.trim().default(''),
})

/**
 * Sends a message to the owners and admins of a publisher as a notice, so that neither side sees an address. Throws
 * UNAUTHENTICATED, POLICY_DENIED for keys, NOT_FOUND, INVALID_INPUT, RATE_LIMIT_EXCEEDED.
 */
export async function contactPublisher(ctx: Context, handle: string, given: unknown): Promise<void> {
  const { userId, name } = requireViewer(ctx)
  requirePerson(ctx)
  const { message, replyTo } = parseFields(Message, given)
  const publisher = isSlug(handle) ? await findPublisher(ctx.db, handle) : null
  if (!publisher) throw new AppError('NOT_FOUND')
  await enforceRateLimit(ctx.db, RATE_LIMITS.contactByPerson, userId)
  // One account must not use up what all others may send to the publisher.
  await enforceRateLimit(ctx.db, RATE_LIMITS.contactByPair, `${userId}:${publisher.id}`)
  await enforceRateLimit(ctx.db, RATE_LIMITS.contactOfPublisher, publisher.id)
  await ctx.db.$transaction(async (tx) =>
    sendNotice(tx, await listOrganisationAdminIds(tx, [publisher.organisationId]), {
      kind: 'publisher.message',
      title: `${name} wrote to ${publisher.displayName}`,
      body: replyTo === '' ? message : `${message}\n\nReply to: ${replyTo}`,
      href: paths.publisher(publisher.handle),
    }),
  )
}
