/**
 * The page edge: what a service refuses becomes the page that says so. Floor 4.
 */
import 'server-only'
import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { paths } from '../contract/market/paths.ts'
import { safeNext } from '../contract/market/safe-next.ts'
import { AppError } from '../errors.ts'
import { PATH_HEADER } from './page-headers.ts'

/**
 * Awaits what a page needs. NOT_FOUND shows the 404 page, POLICY_DENIED the 403 page, UNAUTHENTICATED goes to
 * sign-in and comes back after; everything else is left to `error.tsx`.
 */
export async function orNotFound<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    if (thrown.code === 'NOT_FOUND') notFound()
    if (thrown.code === 'POLICY_DENIED') forbidden()
    if (thrown.code === 'UNAUTHENTICATED') redirect(paths.signIn(await currentPath()))
    throw thrown
  }
}

async function currentPath(): Promise<string> {
  return safeNext((await headers()).get(PATH_HEADER))
}
