/** What a publisher says about itself on its public page, and what it asks of the admins. */
import { z } from 'zod'
import { listAdminIds } from '../../accounts/rows/users.ts'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requirePerson } from '../../context/context.ts'
import { isWebUrl } from '../../contracts/document/config-rule.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { nameField, oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { sendNoticeOnce } from '../../notices/send-notice.ts'
import { type PublisherProfile, updateProfile } from '../rows/profiles.ts'
import { requireOwnPublisher } from './require-own-publisher.ts'

const address = (isValid: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform(oneVisibleLine)
    .pipe(z.string().max(300, 'Use at most 300 characters.'))
    .refine((text) => text === '' || (isStorable(text) && isValid(text)), message)
    .default('')

const isEmail = (text: string) => z.email().safeParse(text).success

const Profile = z.object({
  displayName: nameField,
  bio: z
    .string()
    .trim()
    .max(500, 'Use at most 500 characters.')
    .refine(isStorable, 'This contains characters that cannot be stored.')
    .default(''),
  website: address(isWebUrl, 'Enter an address such as https://example.com.'),
  support: address(
    (text) => isWebUrl(text) || isEmail(text),
    'Enter an email address, or a web address such as https://example.com/help.',
  ),
  repository: address(isWebUrl, 'Enter an address such as https://github.com/example.'),
})

/** Returns the public profile. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getPublisherProfile(ctx: Context, handle: string): Promise<PublisherProfile> {
  const { publisher } = await requireOwnPublisher(ctx, handle, 'MEMBER')
  const { displayName, bio, website, support, repository } = publisher
  return { displayName, bio, website, support, repository }
}

/** Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members and keys, INVALID_INPUT. */
export async function savePublisherProfile(ctx: Context, handle: string, form: unknown): Promise<void> {
  requirePerson(ctx)
  const { viewer, publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  const profile = parseFields(Profile, form)
  await ctx.db.$transaction(async (tx) => {
    // Verification says that an admin has checked this very name. It may be granted while the form is open.
    if (!(await updateProfile(tx, publisher.id, profile))) {
      const message = 'An admin has verified this name. Ask for another verification to change it.'
      throw new AppError('CONFLICT', { message, issues: [{ path: '/displayName', message }] })
    }
    await recordAudit(tx, {
      actor: viewer,
      action: 'publisher.profile',
      subjectType: 'publisher',
      subjectId: publisher.id,
      subject: publisher.handle,
      data: profile,
    })
  })
}

const DAYS_BETWEEN_REQUESTS = 7

/**
 * Asks the admins to verify the publisher, once a week. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members
 * and keys, CONFLICT if it is verified or was asked this week.
 */
export async function requestVerification(ctx: Context, handle: string): Promise<void> {
  requirePerson(ctx)
  const { viewer, publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  if (publisher.verifiedAt) throw new AppError('CONFLICT', { message: 'This publisher is verified already.' })
  let isSent = false
  await ctx.db.$transaction((tx) =>
    sendNoticeOnce(
      tx,
      { key: `verification.requested:${publisher.id}`, days: DAYS_BETWEEN_REQUESTS },
      () => {
        isSent = true
        return listAdminIds(tx)
      },
      {
        kind: 'verification.requested',
        title: `${publisher.displayName} asks to be verified`,
        body: `${viewer.name} asks for ${publisher.handle}. Check that the name is theirs, then verify the publisher on its page.`,
        href: paths.publisher(publisher.handle),
      },
    ),
  )
  if (!isSent)
    throw new AppError('CONFLICT', {
      message: 'Verification was requested this week.',
      suggestedAction: 'You are notified once an admin has verified the publisher.',
    })
}
