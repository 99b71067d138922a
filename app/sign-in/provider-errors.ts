/** What next-auth reports in `?error=` after a failed round trip, in words of ours. */

// biome-ignore format: a table reads in rows
const SENTENCES: Record<string, string> = {
  OAuthAccountNotLinked: 'There is an account with this email already. Sign in with its password.',
  NoEmail:               'GitHub did not tell us an email address. Add one to your GitHub account, then try again.',
  Locked:                'This account is locked. Ask whoever runs this Guildhall.',
  AccessDenied:          'GitHub says you did not agree. Nothing was changed.',
  SessionRequired:       'Sign in to go on.',
}

/** The sentence for `code`, a common one for codes we do not know; undefined when there is no error. */
export function sentenceFor(code: unknown): string | undefined {
  if (typeof code !== 'string') return undefined
  return Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : 'Signing in did not work. Try again.'
}
