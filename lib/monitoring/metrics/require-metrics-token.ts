import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'

/** Throws NOT_FOUND without `GUILDHALL_METRICS_TOKEN`, UNAUTHENTICATED for another bearer token. */
export function requireMetricsToken(authorization: string | null | undefined): void {
  const token = process.env.GUILDHALL_METRICS_TOKEN
  if (!token) throw new AppError('NOT_FOUND')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)))
    throw new AppError('UNAUTHENTICATED', {
      message: 'Send the metrics token of this server as a bearer token.',
    })
}
