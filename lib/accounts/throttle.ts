/**
 * How often somebody may try, as a table. Floor 3.
 *
 * Counted before the work and given back when it went well, so that many tries at once are all counted.
 */
import type { Database } from '../db/client.ts'
import { countAttempt, type Window } from '../db/rate-limits.ts'
import { AppError } from '../errors.ts'

const MINUTE = 60

// biome-ignore format: a table reads in rows
export const LIMITS = {
  // Guessing one person's password: 960 tries a day at most.
  signInByEmail:   { name: 'sign-in-email',   points: 10,  seconds: 15 * MINUTE },
  // Trying many people's: an office behind one address still gets in, because only failures stay counted.
  signInByAddress: { name: 'sign-in-address', points: 100, seconds: 15 * MINUTE },
  signUpByAddress: { name: 'sign-up-address', points: 60,  seconds: 60 * MINUTE },
  // The password asked for again inside a session.
  confirmByUser:   { name: 'confirm-user',    points: 10,  seconds: 15 * MINUTE },
  linkByAddress:   { name: 'link-address',    points: 60,  seconds: 15 * MINUTE },
  // Of its own: programs that make themselves known take nobody's link to a new password away.
  registerByAddress: { name: 'register-address', points: 60, seconds: 15 * MINUTE },
  // A program that runs wild, not one that works hard: five calls a second, all day long.
  callByKey:       { name: 'call-key',        points: 300, seconds: MINUTE },
  // All its keys together: many keys are no way around.
  callByOrganisation: { name: 'call-organisation', points: 1_000, seconds: MINUTE },
  // Without a key, at the doors that are open to everybody: an office behind one address reads on.
  callByAddress:   { name: 'call-address',    points: 600, seconds: MINUTE },
} as const satisfies Record<string, Window>

/** Counts an attempt of `key`, or several at once. Throws RATE_LIMIT_EXCEEDED, saying when to come back. */
export async function requireAttempt(db: Database, window: Window, key: string, times = 1): Promise<void> {
  const seconds = await countAttempt(db, window, key, times)
  if (seconds === 0) return
  const wait = seconds < MINUTE ? `${seconds} seconds` : minutes(Math.ceil(seconds / MINUTE))
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Too many attempts. Try again in ${wait}.`,
    retryAfter: seconds,
  })
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`
}
