import { findCredentials } from '../../accounts/rows/users.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { paths } from '../../kernel/site/paths.ts'
import { enqueueMails } from '../../notices/mail/enqueue-mail.ts'
import { mailLinkOrigin } from '../../notices/mail/mail-settings.ts'

/**
 * Mails the person a new way to sign in, which a thief of the session may have added. There is no notice on the site:
 * the thief would read it first. Does nothing for an address that is not confirmed.
 */
export async function mailAddedFactor(tx: Tx, userId: string, what: string): Promise<void> {
  const user = await findCredentials(tx, { id: userId })
  if (!user?.emailVerified) return
  const content = (site: string) => ({
    subject: `${what} was added to your account`,
    paragraphs: [
      `${what} can now be used to sign in to your ${site} account.`,
      'If it was not you, remove it under Settings → Security, change your password, and sign out everywhere.',
    ],
    action: { label: 'Open your security settings', href: mailLinkOrigin() + paths.security },
    reason: 'You get this email because it is about how you sign in.',
  })
  await enqueueMails(tx, [{ email: user.email, userId, kind: 'account.factor_added', content }])
}
