import 'server-only'
import { headers } from 'next/headers'
import { forbidden, notFound, permanentRedirect, redirect } from 'next/navigation'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { safeNext } from '../../../kernel/site/safe-next.ts'
import { PATH_HEADER } from '../requests/page-headers.ts'

/**
 * Shows the 404 page for NOT_FOUND and a part of the URL that nothing can have, the 403 page for POLICY_DENIED, sign-in
 * for UNAUTHENTICATED; other errors reach `error.tsx`.
 */
export async function orNotFound<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    if (thrown.code === 'NOT_FOUND' || thrown.code === 'INVALID_INPUT') notFound()
    if (thrown.code === 'POLICY_DENIED') forbidden()
    if (thrown.code === 'UNAUTHENTICATED') redirect(paths.signIn(await currentPath()))
    throw thrown
  }
}

async function currentPath(): Promise<string> {
  return safeNext((await headers()).get(PATH_HEADER))
}

/** Redirects with 308 and the query. `current` has the current name. */
export async function redirectFormerName(request: string, current: string): Promise<void> {
  if (request === current) return
  const [, query] = ((await headers()).get(PATH_HEADER) ?? '').split('?')
  permanentRedirect(query ? `${current}?${query}` : current)
}
