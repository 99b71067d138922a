import type { Database } from '../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { findOpenInvitation } from '../organisations/rows/invitations.ts'
import { readSetting } from '../settings/read-settings.ts'
import type { SignUpPolicy } from '../settings/setting-table.ts'

type Applicant = { email: string; isInvited: boolean }
type Rules = { policy: SignUpPolicy; domains: string[] }

/** Returns undefined if the applicant can sign up. Invited people may use any domain. */
export function signUpError({ email, isInvited }: Applicant, { policy, domains }: Rules): string | undefined {
  if (policy === 'closed') return 'This site does not accept new accounts.'
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (isInvited || domains.includes(domain)) return undefined
  if (policy === 'invitation') return 'You need an invitation to create an account on this site.'
  if (domains.length === 0) return undefined
  return `Use an email address at ${domains.join(', ')}.`
}

/** `token` is an invitation's. Throws POLICY_DENIED if the site's policy excludes the address. */
export async function requireSignUp(
  db: Database,
  { email, token }: { email: string; token?: string | undefined },
): Promise<void> {
  const [policy, domains] = await Promise.all([readSetting(db, 'signUp'), readSetting(db, 'signUpDomains')])
  const isInvited =
    token !== undefined && (await findOpenInvitation(db, hashSecretToken(token), new Date())) !== null
  const message = signUpError({ email, isInvited }, { policy, domains })
  if (!message) return
  throw new AppError('POLICY_DENIED', { message, suggestedAction: 'Contact an admin of this site.' })
}
