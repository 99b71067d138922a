import type { Database } from '../../kernel/db/prisma-client.ts'
import { paths } from '../../kernel/site/paths.ts'
import { sendNoticeOnce } from '../../notices/send-notice.ts'
import { refundAttempt, resetAttempts } from '../../settings/rows/rate-limits.ts'
import { enforceRateLimit, pairKey, RATE_LIMITS } from '../enforce-rate-limit.ts'

/** `trusted` is the id of a session, or of a browser that has signed in to the account before. */
export type CodeOrigin = { trusted: string } | { address: string }

/**
 * Call it before checking a code. Someone who knows the password cannot use up the person's own attempts: those of
 * their browsers, and those of recovery codes, which cannot be guessed, are counted apart. Returns a function that
 * uncounts a right code. Throws RATE_LIMIT_EXCEEDED.
 */
export async function limitCodes(
  db: Database,
  { userId, origin, isRecovery }: { userId: string; origin: CodeOrigin; isRecovery: boolean },
): Promise<() => Promise<void>> {
  if ('trusted' in origin) {
    const key = pairKey(userId, origin.trusted)
    await enforceRateLimit(db, RATE_LIMITS.codeByTrusted, key)
    return () => resetAttempts(db, RATE_LIMITS.codeByTrusted, key)
  }
  const pair = pairKey(userId, origin.address)
  const byPair = isRecovery ? RATE_LIMITS.recoveryByPair : RATE_LIMITS.codeByPair
  try {
    await enforceRateLimit(db, byPair, pair)
    if (!isRecovery) await enforceRateLimit(db, RATE_LIMITS.codeByUserDaily, userId)
  } catch (thrown) {
    await notifyOfGuesses(db, userId)
    throw thrown
  }
  return async () => {
    await resetAttempts(db, byPair, pair)
    if (!isRecovery) await refundAttempt(db, RATE_LIMITS.codeByUserDaily, userId)
  }
}

function notifyOfGuesses(db: Database, userId: string): Promise<void> {
  return db.$transaction((tx) =>
    sendNoticeOnce(tx, { key: `account.wrong_codes:${userId}`, days: 1 }, async () => [userId], {
      kind: 'account.wrong_codes',
      title: 'Someone tried to sign in to your account with wrong codes',
      body: 'They have your password, but not your second factor. If it was not you, change your password. Until then, codes of your authenticator app may be refused in browsers in which you have not signed in before. Passkeys and recovery codes work everywhere.',
      href: paths.security,
    }),
  )
}
